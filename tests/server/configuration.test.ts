import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { startApp } from '#tests/support/app-process.ts';
import { pathsOpenToOthers } from '#tests/support/file-permissions.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { programEnv } from '#tests/support/program-env.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

describe('a configuration', () => {
  test('that is malformed stops the start with one line per variable', async () => {
    const variables = { PORT: 'tres mil', STORAGE: 'ftp', TRUSTED_PROXIES: '-1' };
    const failure = await startApp({ variables }).then(
      async (app) => `started: ${await app.close()}`,
      (error: Error) => error.message,
    );
    expect(failure).toContain('exit 1');
    expect(failure.split('\n').slice(1)).toEqual([
      'Resguardo cannot start with this configuration:',
      'PORT: must be a whole number',
      'STORAGE: must be local or s3',
      'TRUSTED_PROXIES: must be a number up to 10, or addresses and ranges (/8 or narrower, IPv6 /16, no more than 64 such) with commas',
      '',
    ]);
  });

  test.each([
    ['scripts/doctor.ts', 2],
    ['scripts/backup.ts', 1],
    ['scripts/admin.ts', 1],
  ])('that is malformed stops %s with exit code %i and a message', (script, code) => {
    const env = {
      ...{ NODE_ENV: 'test' as const, ...programEnv() },
      APP_URL: 'https://garantias.example.cl',
    };
    const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
    expect([status, stderr.split('\n').length]).toEqual([code, 3]);
    expect(stderr).toContain('\nAPP_ENV: must be production');
  });

  test('with a folder that was never started stops scripts/admin.ts with a message', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'admin-'));
    const env = { NODE_ENV: 'test' as const, ...programEnv(), DATA_DIR: dir };
    for (const args of [['list'], ['create', 'jefa@resguardo.cl']]) {
      const { status, stderr } = spawnSync(process.execPath, ['scripts/admin.ts', ...args], {
        env,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([
        1,
        `There is no database at ${join(dir, 'resguardo.db')}. Is DATA_DIR right? The first start of Resguardo creates it.\n`,
      ]);
    }
    expect(readdirSync(dir)).toEqual([]);
    rmSync(dir, { recursive: true });
  });

  test('by default listens on this machine, and shows local mails to this machine alone', async () => {
    const variables = { TRUSTED_PROXIES: '1', RATE_LIMITS: 'on' };
    const app = await startApp({ variables });
    try {
      const { port } = new URL(app.url);
      // Another loopback address stands for the machine's other addresses.
      await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow();
      expect((await fetch(`http://127.0.0.1:${port}/dev/correo`)).status).toBe(200);
      const sent = await fetch(`${app.url}/api/guarantees/public`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(publicBody),
      });
      expect(sent.status).toBe(200);
      const mail = await vi.waitUntil(() => mailboxFilesIn(app.dataDir)[0], { timeout: 300_000 });
      const mails = ['', `/${mail.id}`, `/${mail.id}/html`].map((path) => `/dev/correo${path}`);
      const paths = [...mails, '/dev/componentes'];
      const statuses = (headers: Record<string, string>) =>
        Promise.all(paths.map((path) => status(Number(port), path, headers)));
      expect(await statuses({})).toEqual([200, 200, 200, 200]);
      const forwarded: Record<string, string>[] = [
        { 'x-forwarded-for': '203.0.113.7' },
        { 'x-forwarded-for': '127.0.0.1' },
        { 'x-real-ip': '203.0.113.7', 'x-resguardo-here': '1' },
        { forwarded: 'for=203.0.113.7' },
        { via: '1.1 Caddy' },
        { host: 'resguardo.cl' },
      ];
      for (const elsewhere of forwarded) {
        expect(await statuses(elsewhere), JSON.stringify(elsewhere)).toEqual([404, 404, 404, 404]);
      }
      expect(pathsOpenToOthers(app.dataDir)).toEqual([]);
    } finally {
      await app.close();
    }
  });

  test('that opens a local installation to other machines is refused without APP_URL, and else warned about', async () => {
    const others = { HOST: '0.0.0.0' };
    const forgotten = startApp({ variables: { ...others, APP_URL: undefined } });
    await expect(forgotten).rejects.toThrow('APP_ENV: must be production, as HOST is for others');
    // `startApp` sets how the app is reached: from this machine, through a forwarded port.
    const app = await startApp({ variables: others });
    try {
      expect(app.output()).toContain('APP_ENV=local beyond this machine');
      if (process.platform !== 'linux') return; // elsewhere 127.0.0.1 is the only loopback
      const other = `http://127.0.0.2:${new URL(app.url).port}`;
      expect((await fetch(other)).status).toBe(200);
    } finally {
      await app.close();
    }
  });

  test('without required settings in production starts degraded, shows pages and accepts no request', async () => {
    const variables = {
      APP_ENV: 'production',
      APP_SECRET: 'a secret of this test, 32 bytes and more',
      RATE_LIMITS: undefined,
    };
    const app = await startApp({ variables });
    try {
      const health = await fetch(`${app.url}/api/health`);
      expect(health.status).toBe(503);
      expect(await health.json()).toMatchObject({
        status: 'degraded',
        checks: { database: false },
      });
      expect((await fetch(app.url)).status).toBe(200);
      expect((await fetch(`${app.url}/privacidad`)).status).toBe(200);
      const sent = await fetch(`${app.url}/api/guarantees/public`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(publicBody),
      });
      expect(sent.status).toBe(503);
      expect(await sent.json()).toMatchObject({ success: false, error: 'not_configured' });
      expect(app.output()).toContain('"DATABASE_URL","STORAGE","RESEND_API_KEY"');
    } finally {
      await app.close();
    }
  });
});

/** Returns the status by Node's own client, which sends any Host. */
function status(port: number, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const requestOptions = request({ host: '127.0.0.1', port, path, headers }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0));
    });
    requestOptions.on('error', reject).end();
  });
}
