import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { finishGoogleLogin } from '#lib/platform/identity/google.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import { getAccount, makeAccount } from '#tests/support/accounts.ts';
import { readSession, tokenOf } from '#tests/support/auth-calls.ts';
import {
  expectNoAccount,
  expectRefused,
  googleForTest,
  goToGoogle,
  logInWithGoogle,
  loginCookieOf,
  openCallback,
} from '#tests/support/google-login.ts';
import { valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { measureWait } from '#tests/support/timing.ts';
import { START } from '#tests/support/world.ts';

const { google, world } = await googleForTest({
  sub: 'sub-of-ana',
  email: 'ana@constructora.cl',
  hd: 'constructora.cl',
});

describe('a callback that does not belong to a login of this browser', () => {
  test.each([
    ['another state', (query: string) => query.replace(/state=[^&]+/, `state=${'A'.repeat(43)}`)],
    ['no state', (query: string) => query.replace(/&state=[^&]+/, '')],
    ['two states', (query: string) => `${query}&state=x`],
  ])('with %s is refused before Google is asked', async (_name, change) => {
    const way = await goToGoogle();
    google.requests.length = 0;
    await expectNoAccount(await openCallback({ ...way, query: change(way.query) }), 'csrf_invalid');
    expect(google.requests).toEqual([]);
  });

  test('is refused without its cookie, or with a changed or foreign one, before Google is asked', async () => {
    const eve = await goToGoogle();
    const { query } = await goToGoogle();
    google.requests.length = 0;
    const [body, until, signature] = loginCookieOf(eve).split('.');
    const other = `${body?.slice(0, -2)}AA.${until}.${signature}`;
    const later = `${body}.${Number(until) + 1}.${signature}`;
    const unsigned = `${body}.${until}.`;
    const name = `google_login_${new URLSearchParams(query).get('state')?.slice(0, 8)}`;
    for (const value of ['', 'x', unsigned, other, later, loginCookieOf(eve)]) {
      const response = await openCallback({ cookies: { [name]: value }, query });
      await expectNoAccount(response, 'csrf_invalid');
    }
    await expectNoAccount(await openCallback({ cookies: {}, query }), 'csrf_invalid');
    expect(google.requests).toEqual([]);
  });

  test('is refused ten minutes after the login began', async () => {
    const way = await goToGoogle();
    world.advance(10 * 60_000);
    await expectNoAccount(await openCallback(way), 'csrf_invalid');
  });
});

describe('a code of Google', () => {
  test('opens one session: repeating the callback is refused, also from elsewhere, later and after a restart', async () => {
    const way = await goToGoogle();
    expect((await openCallback(way)).headers.get('location')).toBe('/panel/titular?next=%2Fpanel');
    google.requests.length = 0;
    const again = await openCallback(way);
    expect(again.headers.get('location')).toBe('/register?error=csrf_invalid');
    forget('spent-windows');
    const later = await openCallback(way, { ip: '203.0.113.99' });
    expect(later.headers.get('location')).toBe('/register?error=csrf_invalid');
    expect(tokenOf(again) + tokenOf(later)).toBe('');
    world.advance(9 * 60_000);
    const muchLater = await openCallback(way);
    expect(muchLater.headers.get('location')).toBe('/register?error=csrf_invalid');
    expect(google.requests).toEqual([]);
  });

  test('opens one session when eight callbacks bring it at the same time', async () => {
    const way = await goToGoogle();
    const responses = await Promise.all(Array.from({ length: 8 }, () => openCallback(way)));
    const opened = responses.filter((response) => tokenOf(response) !== '');
    expect(opened).toHaveLength(1);
    expect(await getDb().read.$count(sessions)).toBe(1);
  });

  test('that was spent at Google is refused in a new login too', async () => {
    const spent = await goToGoogle();
    const code = new URLSearchParams(spent.query).get('code');
    await openCallback(spent);
    await getDb().write((tx) => tx.delete(sessions));
    const way = await goToGoogle();
    const state = new URLSearchParams(way.query).get('state');
    const response = await openCallback({ ...way, query: `?code=${code}&state=${state}` });
    await expectRefused(response, 'invalid_code');
  });

  test('of another login is refused, because its verifier does not fit', async () => {
    const eve = await goToGoogle();
    const ana = await goToGoogle();
    const code = new URLSearchParams(eve.query).get('code');
    const state = new URLSearchParams(ana.query).get('state');
    const response = await openCallback({ ...ana, query: `?code=${code}&state=${state}` });
    await expectNoAccount(response, 'invalid_code');
  });

  test.each([
    ['missing', ''],
    ['too long', 'x'.repeat(2049)],
  ])('that is %s is refused before Google is asked', async (_name, code) => {
    const way = await goToGoogle();
    google.requests.length = 0;
    const query = way.query.replace(/code=[^&]+/, `code=${code}`);
    await expectNoAccount(await openCallback({ ...way, query }), 'invalid_code');
    expect(google.requests).toEqual([]);
  });
});

describe('an id token', () => {
  const seconds = START / 1000;
  test.each([
    ['another nonce', { nonce: 'x'.repeat(43) }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another-client' }],
    ['no audience', { aud: undefined }],
    ['two audiences, issued to the other', { aud: ['resguardo-client', 'b'], azp: 'b' }],
    ['two audiences, issued to nobody', { aud: ['resguardo-client', 'b'], azp: undefined }],
    ['another issuer', { iss: 'https://accounts.google.com.evil.example' }],
    ['no issuer', { iss: undefined }],
    ['an hour that is over', { iat: seconds - 7200, exp: seconds - 31 }],
    ['no expiry', { exp: undefined }],
    ['a time to come', { nbf: seconds + 60 }],
    ['no sub', { sub: undefined }],
    ['an empty sub', { sub: '' }],
    ['no e-mail', { email: undefined }],
    ['an e-mail that is none', { email: 'ana' }],
  ])('with %s is refused', async (_name, claims) => {
    google.lie({ claims });
    await expectNoAccount(await logInWithGoogle(), 'invalid_token');
  });

  test.each([
    ['by another key', { key: 'stranger' as const }],
    ['by nobody (alg none)', { algorithm: 'none' as const }],
    ['with the public key as a secret (alg HS256)', { algorithm: 'HS256' as const }],
  ])('signed %s is refused', async (_name, forgery) => {
    google.lie(forgery);
    await expectNoAccount(await logInWithGoogle(), 'invalid_token');
  });

  test.each([false, 'true', 1, undefined])('with email_verified %j is refused', async (value) => {
    google.lie({ claims: { email_verified: value } });
    await expectNoAccount(await logInWithGoogle(), 'email_not_verified');
  });

  test('is accepted 29 seconds after its expiry, and with its issuer named without https', async () => {
    google.lie({ claims: { exp: seconds - 29 } });
    expect((await logInWithGoogle()).headers.get('location')).toBe('/panel/titular?next=%2Fpanel');
    await world.reopen({ ...google.variables, GOOGLE_ISSUER: 'https://accounts.google.com' });
    google.lie({ claims: { iss: 'accounts.google.com' } });
    expect((await logInWithGoogle()).headers.get('location')).toBe('/panel/titular?next=%2Fpanel');
  });
});

describe('an account', () => {
  test('connected to one Google identity refuses another with the same e-mail', async () => {
    await logInWithGoogle();
    await getDb().write((tx) => tx.delete(sessions));
    google.be({ sub: 'sub-of-eve' });
    await expectRefused(await logInWithGoogle(), 'conflict');
    expect((await getAccount('ana@constructora.cl')).googleSub).toBe('sub-of-ana');
  });

  test('is not opened by an identity whose e-mail Google did not verify', async () => {
    await makeAccount();
    google.be({ email_verified: false });
    await expectRefused(await logInWithGoogle(), 'email_not_verified');
    expect((await getAccount('ana@constructora.cl')).googleSub).toBeNull();
  });
});

describe('when Google', () => {
  test('says that the person declined, no account is made and the login is spent', async () => {
    google.decline();
    const way = await goToGoogle();
    google.requests.length = 0;
    const declined = await openCallback(way);
    expect(valuesKeptAfterRefusal(declined)?.message).toContain('No ingresaste con Google.');
    await expectNoAccount(declined, 'forbidden');
    expect(google.requests).toEqual([]);
    await expectNoAccount(await openCallback(way), 'csrf_invalid');
  });

  test('redirects back with an error of its own, the login is refused as a failure of Google', async () => {
    const way = await goToGoogle();
    const query = `${way.query.replace(/code=[^&]+/, 'error=server_error')}`;
    await expectNoAccount(await openCallback({ ...way, query }), 'upstream_failed');
  });

  test.each([500, 503, 404, 'page', 'cut'] as const)(
    'answers %s for a token, the login fails as upstream_failed and works again afterwards',
    async (fault) => {
      google.fail({ path: '/token', how: fault });
      await expectNoAccount(await logInWithGoogle(), 'upstream_failed');
      google.recover();
      const response = await logInWithGoogle();
      expect(await readSession(tokenOf(response))).toMatchObject({ authenticated: true });
    },
  );

  test.each([500, 'page', 'cut'] as const)('answers %s for its keys, logins fail', async (how) => {
    forget('google-keys');
    google.fail({ path: '/jwks', how });
    await expectNoAccount(await logInWithGoogle(), 'upstream_failed');
    google.recover();
    expect((await logInWithGoogle()).headers.get('location')).toBe('/panel/titular?next=%2Fpanel');
  });

  test.each(['/token', '/jwks'] as const)(
    'does not answer %s, the login ends with a timeout',
    async (path) => {
      forget('google-keys');
      google.fail({ path, how: 'hang' });
      const way = await goToGoogle();
      const code = new URLSearchParams(way.query).get('code') ?? '';
      const [packed = ''] = loginCookieOf(way).split('.');
      const login = JSON.parse(Buffer.from(packed, 'base64url').toString('utf8'));
      const { ms } = await measureWait(async () => {
        const finished = finishGoogleLogin({ code, login, now: world.now() }, 200);
        await expect(finished).rejects.toMatchObject({ code: 'upstream_timeout' });
      });
      expect(ms).toBeLessThan(1000);
      forget('google-keys');
    },
  );

  test('refuses our client secret, the login fails as upstream_failed, not as a wrong code', async () => {
    await world.reopen({ ...google.variables, GOOGLE_CLIENT_SECRET: 'another' });
    await expectNoAccount(await logInWithGoogle(), 'upstream_failed');
  });

  test('is used for three logins, its keys are fetched once', async () => {
    forget('google-keys');
    for (let i = 0; i < 3; i++) await logInWithGoogle();
    expect(google.requests.filter((request) => request === 'GET /jwks')).toHaveLength(1);
    expect(google.requests.filter((request) => request === 'POST /token')).toHaveLength(3);
  });
});
