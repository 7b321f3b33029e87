import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, personBody } from '#tests/support/accounts.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { waitFor } from '#tests/support/wait-for.ts';

/** The tests need the whole server, with its sockets and a restart. */
describe('accounts of the app on its embedded default', () => {
  let app: AppProcess;
  beforeAll(async () => {
    app = await startApp({ variables: { RATE_LIMITS: 'on' } });
  });

  test('can be created, verified and entered, and mailed links ignore a forged Host header', async () => {
    const host = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    expect(await post('/api/auth/register', personBody, host)).toBe(200);
    const code = await mailed(/\b[34679ACDEFGHJKMNPQRTWXY]{6}\b/);
    expect(await post('/api/auth/verify', { email: personBody.email, code })).toBe(200);
    expect(await post('/api/auth/login', { email: personBody.email, password: PASSWORD })).toBe(
      200,
    );
    expect(await post('/api/auth/forgot-password', { email: personBody.email }, host)).toBe(200);
    const link = await mailed(/https?:\/\/\S+token=\S+/);
    expect(link.startsWith(`${app.url}/restablecer?token=`)).toBe(true);
    expect(JSON.stringify(mailboxFilesIn(app.dataDir))).not.toContain('evil');
  });

  test('are guarded by login limits that forged address headers and a restart do not reset', async () => {
    const guess = (n: number) =>
      post(
        '/api/auth/login',
        { email: 'otra@constructora.cl', password: 'otra clave larga' },
        {
          'x-forwarded-for': `10.0.0.${n}`,
          'x-real-ip': `10.0.1.${n}`,
          forwarded: `for=10.0.2.${n}`,
          'x-resguardo-address': `10.0.3.${n}`,
        },
      );
    const statuses: (number | undefined)[] = [];
    for (let n = 1; n <= 11; n++) statuses.push(await guess(n));
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    await app.restart();
    expect(await guess(12)).toBe(429);
  });

  /** Posts with `node:http`, because fetch sends no Host of one's own. */
  function post(path: string, body: object, headers: Record<string, string> = {}) {
    return new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(app.url);
      const type = { 'content-type': 'application/json' };
      const options = { method: 'POST', hostname, port, path, headers: { ...type, ...headers } };
      const sent = request(options, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
  }

  function mailed(pattern: RegExp): Promise<string> {
    const texts = () => mailboxFilesIn(app.dataDir).map(({ text }) => text);
    return waitFor(() => texts().flatMap((text) => pattern.exec(text) ?? [])[0]);
  }
});
