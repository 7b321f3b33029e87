import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { closeDb } from '#lib/platform/db/client.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { countOpenFiles } from '#tests/support/open-files.ts';
import { addDocument, sha256Hex, shareToken } from '#tests/support/shares.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createWorld, type World } from '#tests/support/world.ts';

const MIB = 1024 * 1024;
const bytes = Buffer.alloc(20 * MIB);
for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(at, at);
bytes.write('%PDF-1.7\n');

/** A vault of 20 MiB is behind the real server: Next, compression, keep-alive and all. */
describe('downloads from the running app', () => {
  let world: World;
  let app: AppProcess;
  let ana: Member;
  let key: string;
  let token: string;
  let folder: string;
  beforeAll(async () => {
    world = createWorld();
    ana = await makeUser();
    const keys: string[] = [];
    for (const fileName of ['uno.pdf', 'dos.pdf']) {
      keys.push((await addDocument(ana.id, { bytes, fileName })).fileId);
    }
    key = keys[0] ?? '';
    token = await shareToken(ana, { documentKey: key });
    folder = await shareToken(ana, { documentKeys: keys });
    await closeDb();
    app = await startApp({ dataDir: world.dataDir, variables: { APP_SECRET: 'x'.repeat(40) } });
  });

  const cookie = () =>
    Object.entries(ana.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  const path = () => `${app.url}/api/documents/download?key=${key}`;
  const ask = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(path(), { method, headers: { cookie: cookie(), ...headers } });
  const heldOpen = () => countOpenFiles(app.pid(), world.dataDir);

  test('state their length and arrive whole, without compression', async () => {
    const response = await ask({ 'accept-encoding': 'gzip, br' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': String(bytes.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-frame-options': 'DENY',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(response.headers.has('content-encoding')).toBe(false);
    expect(response.headers.has('transfer-encoding')).toBe(false);
    expect(sha256Hex(Buffer.from(await response.arrayBuffer()))).toBe(sha256Hex(bytes));
  });

  test('are right as byte ranges, for HEAD and for an unchanged file', async () => {
    const part = await ask({ range: 'bytes=1000000-1999999' });
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '1000000']);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(1_000_000, 2_000_000));
    const head = await ask({}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, `${bytes.length}`]);
    const same = await ask({ 'if-none-match': head.headers.get('etag') ?? '' });
    expect([same.status, await same.text()]).toEqual([304, '']);
    const far = await ask({ range: `bytes=${bytes.length}-` });
    expect([far.status, far.headers.get('content-range')]).toEqual([
      416,
      `bytes */${bytes.length}`,
    ]);
  });

  test('leave no file open when readers break off, and the app goes on', async () => {
    const addresses = [path(), `${app.url}/api/share/${token}`, `${app.url}/api/share/${folder}`];
    for (const address of addresses) {
      const readers = await Promise.all(Array.from({ length: 10 }, () => startReading(address)));
      expect(heldOpen()).toBeGreaterThan(0);
      for (const reader of readers) reader.destroy();
      await waitFor(() => heldOpen() === 0);
    }
    expect((await ask({ range: 'bytes=0-9' })).status).toBe(206);
    expect(app.output()).not.toMatch(/unhandled|broke off|failed to pipe/i);
  });

  test.each([false, true])(
    'make the runtime log no warning; whether all routes run by Next: %s',
    async (allNext) => {
      const variables = { APP_SECRET: 'x'.repeat(40), METRICS_TOKEN: 'm'.repeat(40) };
      // Only one process serves a folder, so the other one gets a copy.
      const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-copy-'));
      cpSync(world.dataDir, dataDir, { recursive: true });
      const own = await startApp({ dataDir, variables, allNext });
      try {
        const addresses = [
          `/api/documents/download?key=${key}`,
          `/api/share/${token}`,
          `/api/share/${folder}`,
        ];
        for (const address of addresses) {
          const headers = { cookie: cookie(), accept: '*/*' };
          const reply = await fetch(own.url + address, { headers });
          expect((await reply.arrayBuffer()).byteLength).toBeGreaterThanOrEqual(bytes.length);
        }
        await own.stop();
      } finally {
        await own.close();
        rmSync(dataDir, { recursive: true, force: true });
      }
      const lines = own.output().match(/^\{.*\}$/gm) ?? [];
      expect(lines.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
    },
  );

  function startReading(address: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = { cookie: cookie(), accept: '*/*' };
      get(address, { headers, agent: false }, (reply) => {
        reply.once('readable', () => resolve(reply));
      }).on('error', reject);
    });
  }

  test('lead a browser from the share address of the API to a page with the right status', async () => {
    const ask = (path: string) => fetch(app.url + path, { headers: { accept: 'text/html' } });
    const shown = await ask(`/api/share/${token}`);
    expect([shown.status, new URL(shown.url).pathname]).toEqual([200, `/c/${token}`]);
    expect(shown.headers.get('cache-control')).toContain('no-store');
    const page = await shown.text();
    expect(page).toContain('<meta name="referrer" content="same-origin"/>');
    expect(page).toContain('content="noindex, nofollow, noarchive"');
    const unknown = await ask('/api/share/unknown?download=1');
    expect([unknown.status, new URL(unknown.url).pathname]).toEqual([404, '/c/unknown']);
    expect(await unknown.text()).toContain('No encontramos este enlace');
  });
});
