import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startApp } from '#tests/support/app-process.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { samples } from '#tests/support/sample-files.ts';

describe('the process', () => {
  test('lets an upload under way finish when it is told to stop', async () => {
    const app = await startApp();
    try {
      const upload = slowUpload(`${app.url}/api/guarantees/upload-proxy`, {
        chunks: 20,
        every: 100,
      });
      await sleep(500);
      const told = Date.now();
      app.signal('SIGTERM');
      const refused = sleep(300)
        .then(() => fetch(app.url))
        .catch(() => 'refused');
      const reply = await upload;
      expect(reply.status).toBe(200);
      expect(JSON.parse(reply.body).downloadUrl).toContain(`${app.url}/api/guarantees/files/`);
      expect(await refused).toBe('refused');
      expect(await app.exited()).toBe(0);
      expect(Date.now() - told).toBeLessThan(10_000);
      await app.restart();
      const kept = await fetch(JSON.parse(reply.body).downloadUrl);
      expect(kept.status).toBe(200);
    } finally {
      await app.close();
    }
  });

  test('may start twice at once on one fresh data directory', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-twins-'));
    const twins = await Promise.all([1, 2].map(() => startApp({ dataDir, until: 'healthy' })));
    try {
      const ids = await Promise.all(
        [...twins, ...twins, ...twins].map(async ({ url }) => {
          const reply = await fetch(`${url}/api/guarantees/public`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(publicBody),
          });
          expect(reply.status).toBe(200);
          return (await reply.json()).data.submissionId;
        }),
      );
      expect(new Set(ids).size).toBe(6);
    } finally {
      await Promise.all(twins.map((app) => app.close()));
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

/** A multipart upload that takes `chunks` × `every` ms to arrive. */
function slowUpload(url: string, { chunks, every }: { chunks: number; every: number }) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const type = 'multipart/form-data; boundary=corte';
  const outgoing = request(url, { method: 'POST', headers: { 'content-type': type } }, (reply) => {
    let body = '';
    reply.on('data', (chunk) => {
      body += chunk;
    });
    reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body }));
  });
  outgoing.on('error', reject);
  const part = (name: string, more = '') =>
    `--corte\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  void (async () => {
    outgoing.write(`${part('type')}contrato\r\n${part('file', '; filename="contrato.pdf"')}`);
    outgoing.write(samples.pdf);
    for (let n = 0; n < chunks; n++) {
      await sleep(every);
      outgoing.write(Buffer.alloc(10_000, '\n'));
    }
    outgoing.end('\r\n--corte--\r\n');
  })();
  return promise;
}
