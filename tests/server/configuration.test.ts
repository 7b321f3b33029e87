import { describe, expect, test } from 'vitest';
import { startApp } from '#tests/support/app-process.ts';
import { publicBody } from '#tests/support/bodies.ts';

describe('a configuration', () => {
  test('that is malformed stops the start, one line per variable', async () => {
    const variables = { PORT: 'tres mil', STORAGE: 'ftp', TRUSTED_PROXIES: '-1' };
    const failure = await startApp({ variables }).then(
      async (app) => `started: ${await app.close()}`,
      (error: Error) => error.message,
    );
    expect(failure).toContain('exit 1');
    expect(failure.split('\n').filter((line) => /^[A-Z_]+: /.test(line))).toEqual([
      'PORT: must be a whole number',
      'STORAGE: must be local or s3',
      'TRUSTED_PROXIES: must be a whole number',
    ]);
  });

  test('without critical settings in production starts degraded', async () => {
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
