import { beforeEach, describe, expect, test } from 'vitest';
import { readFlash } from '#lib/http/flash.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import { finishGoogleLogin } from '#lib/platform/identity/google.ts';
import { forget } from '#lib/platform/singleton.ts';
import { sessionOf, tokenOf } from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { comeBack, goToGoogle, logInWithGoogle } from '#tests/support/google-login.ts';
import { startGoogle } from '#tests/support/providers/google.ts';
import { waited } from '#tests/support/timing.ts';
import { worldForTest } from '#tests/support/world.ts';

const google = await startGoogle();

const world = worldForTest(google.variables);

beforeEach(() => {
  google.setClock(world.now);
  google.recover();
  google.be({
    sub: 'sub-of-ana',
    email: 'ana@constructora.cl',
    email_verified: true,
    hd: 'constructora.cl',
  });
  google.requests.length = 0;
});

/** Back at /register with that code, its sentence, no session and nothing stored. */
async function expectRefused(response: Response, code: string): Promise<void> {
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe(`/register?error=${code}`);
  const cookies = cookiesOf(response);
  expect(Object.keys(cookies).sort()).toEqual(['formulario', 'google_login']);
  expect(cookies.google_login).toBe('');
  const flash = readFlash(`formulario=${cookies.formulario}`);
  expect(flash).toMatchObject({ code, message: expect.stringMatching(/^.{20,90}\.$/) });
  expect(await getDb().read.$count(sessions)).toBe(0);
}

async function expectNobodyMade(response: Response, code: string): Promise<void> {
  await expectRefused(response, code);
  expect(await getDb().read.$count(accounts)).toBe(0);
}

describe('when Google', () => {
  test('says that the person declined, nothing happens, and the way is spent', async () => {
    google.decline();
    const way = await goToGoogle();
    google.requests.length = 0;
    await expectNobodyMade(await comeBack(way), 'forbidden');
    expect(google.requests).toEqual([]);
    await expectNobodyMade(await comeBack(way), 'csrf_invalid');
  });

  test('answers a redirect with an error of its own, it is Google that failed', async () => {
    const way = await goToGoogle();
    const query = `${way.query.replace(/code=[^&]+/, 'error=server_error')}`;
    await expectNobodyMade(await comeBack({ ...way, query }), 'upstream_failed');
  });

  test.each([500, 503, 404, 'page', 'cut'] as const)('answers %s for a token', async (how) => {
    google.fail({ path: '/token', how });
    await expectNobodyMade(await logInWithGoogle(), 'upstream_failed');
    google.recover();
    const response = await logInWithGoogle();
    expect(await sessionOf(tokenOf(response))).toMatchObject({ authenticated: true });
  });

  test.each([500, 'page', 'cut'] as const)('answers %s for its keys', async (how) => {
    forget('google-keys');
    google.fail({ path: '/jwks', how });
    await expectNobodyMade(await logInWithGoogle(), 'upstream_failed');
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
      const packed = (way.cookies.google_login ?? '').split('.')[0] ?? '';
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
    await expectNobodyMade(await logInWithGoogle(), 'upstream_failed');
  });

  test('is asked for its keys once, not at every login', async () => {
    forget('google-keys');
    for (let i = 0; i < 3; i++) await logInWithGoogle();
    expect(google.requests.filter((request) => request === 'GET /jwks')).toHaveLength(1);
    expect(google.requests.filter((request) => request === 'POST /token')).toHaveLength(3);
  });
});
