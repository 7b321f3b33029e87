import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { get, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startApp } from '#tests/support/app-process.ts';
import { openDatabaseOf } from '#tests/support/app-session.ts';
import { samples } from '#tests/support/sample-files.ts';
import { until } from '#tests/support/until.ts';

test('the process lets an upload under way finish when it is told to stop, and writes how often pages were opened', async () => {
  const app = await startApp({ until: 'healthy' });
  try {
    const navigate = { 'sec-fetch-mode': 'navigate' };
    const page = `${app.url}/gestiona-tu-garantia/tipo`;
    await open(page, navigate);
    await open(page, navigate);
    await open(`${page}?aviso=revisa`, navigate);
    await open(page, {});
    const upload = beginUpload(`${app.url}/api/guarantees/upload-proxy`);
    const spool = join(app.dataDir, 'tmp');
    await until(() => existsSync(spool) && readdirSync(spool).length > 0);
    app.signal('SIGTERM');
    await until(() =>
      fetch(app.url).then(
        () => false,
        () => true,
      ),
    );
    upload.finish();
    const reply = await upload.reply;
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body).downloadUrl).toContain(`${app.url}/api/guarantees/files/`);
    // Not 1, with which it ends what is not over after 10 s.
    expect(await app.exited()).toBe(0);
    const database = openDatabaseOf(app);
    const { rows } = await database.execute('select page, total from page_counts');
    database.close();
    expect(rows.map((row) => [row.page, row.total])).toEqual([['tipo', 2]]);
    await app.restart();
    const kept = await fetch(JSON.parse(reply.body).downloadUrl);
    expect(kept.status).toBe(200);
  } finally {
    await app.close();
  }
});

/** As a browser, or not: Node's fetch says itself how it comes. */
async function open(url: string, headers: Record<string, string>): Promise<void> {
  const [reply] = await once(get(url, { headers }), 'response');
  await text(reply);
}

/** A multipart upload whose end is still to come. */
function beginUpload(url: string) {
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
  outgoing.write(`${part('type')}contrato\r\n${part('file', '; filename="contrato.pdf"')}`);
  outgoing.write(samples.pdf);
  return {
    reply: promise,
    finish: () => {
      for (let n = 0; n < 20; n++) outgoing.write(Buffer.alloc(10_000, '\n'));
      outgoing.end('\r\n--corte--\r\n');
    },
  };
}
