import { describe, expect, test } from 'vitest';
import { finishGoogleLogin } from '#lib/platform/identity/google.ts';
import { forget } from '#lib/platform/singleton.ts';
import { sessionOf, tokenOf } from '#tests/support/auth-calls.ts';
import {
  comeBack,
  expectNoAccount,
  googleForTest,
  goToGoogle,
  logInWithGoogle,
} from '#tests/support/google-login.ts';
import { waited } from '#tests/support/timing.ts';

const { google, world } = await googleForTest({
  sub: 'sub-of-ana',
  email: 'ana@constructora.cl',
  hd: 'constructora.cl',
});

describe('when Google', () => {
  test('says that the person declined, nothing happens, and the way is spent', async () => {
    google.decline();
    const way = await goToGoogle();
    google.requests.length = 0;
    await expectNoAccount(await comeBack(way), 'forbidden');
    expect(google.requests).toEqual([]);
    await expectNoAccount(await comeBack(way), 'csrf_invalid');
  });

  test('answers a redirect with an error of its own, it is Google that failed', async () => {
    const way = await goToGoogle();
    const query = `${way.query.replace(/code=[^&]+/, 'error=server_error')}`;
    await expectNoAccount(await comeBack({ ...way, query }), 'upstream_failed');
  });

  test.each([500, 503, 404, 'page', 'cut'] as const)('answers %s for a token', async (how) => {
    google.fail({ path: '/token', how });
    await expectNoAccount(await logInWithGoogle(), 'upstream_failed');
    google.recover();
    const response = await logInWithGoogle();
    expect(await sessionOf(tokenOf(response))).toMatchObject({ authenticated: true });
  });

  test.each([500, 'page', 'cut'] as const)('answers %s for its keys', async (how) => {
    forget('google-keys');
    google.fail({ path: '/jwks', how });
    await expectNoAccount(await logInWithGoogle(), 'upstream_failed');
    google.recover();
    expect((await logInWithGoogle()).headers.get('location')).toBe('/panel');
  });

  test.each(['/token', '/jwks'] as const)(
    'does not answer %s, the wait has an end',
    async (path) => {
      forget('google-keys');
      google.fail({ path, how: 'hang' });
      const way = await goToGoogle();
      const code = new URLSearchParams(way.query).get('code') ?? '';
      const [packed = ''] = (way.cookies.google_login ?? '').split('.');
      const login = JSON.parse(Buffer.from(packed, 'base64url').toString('utf8'));
      const { ms } = await waited(async () => {
        const finished = finishGoogleLogin({ code, login, now: world.now() }, 200);
        await expect(finished).rejects.toMatchObject({ code: 'upstream_timeout' });
      });
      expect(ms).toBeLessThan(1000);
      forget('google-keys');
    },
  );

  test('refuses our own password, it is not the code', async () => {
    await world.reopen({ ...google.variables, GOOGLE_CLIENT_SECRET: 'another' });
    await expectNoAccount(await logInWithGoogle(), 'upstream_failed');
  });

  test('is asked for its keys once, not at every login', async () => {
    forget('google-keys');
    for (let i = 0; i < 3; i++) await logInWithGoogle();
    expect(google.requests.filter((request) => request === 'GET /jwks')).toHaveLength(1);
    expect(google.requests.filter((request) => request === 'POST /token')).toHaveLength(3);
  });
});
