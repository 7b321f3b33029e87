import { describe, expect, test } from 'vitest';
import { makeUser } from '#tests/support/accounts.ts';
import { tokenOf } from '#tests/support/auth-calls.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import { googleForTest, goToGoogle, openCallback } from '#tests/support/google-login.ts';
import { addPasskey, sendPasskey, startPasskeyLogin } from '#tests/support/passkeys.ts';

await googleForTest({ sub: 'sub-of-ana', email: 'ana@constructora.cl', hd: 'constructora.cl' });

/** Returns a browser's cookies after these were set: an empty one is deleted. */
function stored(...jars: Record<string, string>[]): Record<string, string> {
  const all = Object.entries(Object.assign({}, ...jars) as Record<string, string>);
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}

const loginsIn = (jar: Record<string, string>) =>
  Object.keys(jar).filter((name) => name.startsWith('google_login'));

describe('two tabs that log in with Google', () => {
  test('both return to the account, and each deletes its own cookie', async () => {
    const first = await goToGoogle();
    const second = await goToGoogle('/api/auth/google?next=/panel/perfil', first.cookies);
    expect(loginsIn(second.cookies)).toHaveLength(2);
    const back = await openCallback({ cookies: second.cookies, query: first.query });
    expect([back.headers.get('location'), tokenOf(back)]).toEqual([
      '/panel/titular?next=%2Fpanel',
      expect.any(String),
    ]);
    const rest = stored(second.cookies, cookiesOf(back));
    expect(loginsIn(rest)).toEqual(loginsIn(second.cookies).slice(1));
    const other = await openCallback({ cookies: rest, query: second.query });
    expect(other.headers.get('location')).toBe('/panel/perfil');
    expect(loginsIn(stored(rest, cookiesOf(other)))).toEqual([]);
  });

  test('keep the five newest logins, and an older one is refused', async () => {
    const ways = [await goToGoogle()];
    for (let n = 1; n < 7; n += 1) {
      const way = await goToGoogle('/api/auth/google', stored(ways.at(-1)?.cookies ?? {}));
      ways.push({ ...way, cookies: stored(way.cookies) });
    }
    const { cookies } = ways.at(-1) ?? { cookies: {} };
    expect(loginsIn(cookies)).toHaveLength(5);
    const locations = [];
    for (const { query } of ways.slice(1, 3)) {
      locations.push((await openCallback({ cookies, query })).headers.get('location'));
    }
    expect(locations).toEqual(['/register?error=csrf_invalid', '/panel/titular?next=%2Fpanel']);
  });
});

test('two tabs that log in with a passkey can each answer their own challenge', async () => {
  const device = createAuthenticator();
  expect((await addPasskey(device, (await makeUser()).cookies)).status).toBe(200);
  const first = await startPasskeyLogin();
  const second = await startPasskeyLogin(first.cookies);
  for (const { challenge } of [first, second]) {
    const shown = await sendPasskey(device.show(challenge), second.cookies);
    expect([shown.status, tokenOf(shown)]).toEqual([200, expect.stringMatching(/./)]);
  }
});

test('the CSRF token of a form stays valid when another tab asks for one', async () => {
  const first = await api('/api/csrf-token');
  const second = await api('/api/csrf-token', { cookies: cookiesOf(first) });
  const tokens = [await first.json(), await second.json()].map(({ token }) => String(token));
  for (const token of tokens) {
    const announced = await api('/api/guarantees/upload-url?type=contrato&fileName=a.pdf', {
      cookies: cookiesOf(second),
      headers: { 'x-csrf-token': token },
    });
    expect(announced.status).toBe(200);
  }
});
