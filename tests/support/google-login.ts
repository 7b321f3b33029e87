import { beforeEach, expect } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import { tokenOf } from '#tests/support/auth-calls.ts';
import { api, type CallOptions, cookiesOf } from '#tests/support/call.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { type GooglePerson, startGoogle } from '#tests/support/providers/google.ts';
import { worldForTest } from '#tests/support/world.ts';

/** Makes a stand-in of Google for `person`, and for each test a world that is configured for it. */
export async function googleForTest(person: Omit<GooglePerson, 'email_verified'>) {
  const google = await startGoogle();
  const world = worldForTest(google.variables);
  beforeEach(() => {
    google.setClock(world.now);
    google.recover();
    google.be({ ...person, email_verified: true });
    google.requests.length = 0;
  });
  return { google, world };
}

/** A browser that went to Google and is about to call back. */
export type PendingGoogleLogin = { cookies: Record<string, string>; query: string };

/** Goes through the start and Google's consent, up to the URL that Google redirects to. */
export async function goToGoogle(
  path = '/api/auth/google',
  cookies = {},
): Promise<PendingGoogleLogin> {
  const left = await api(path, { cookies });
  const consent = await fetch(left.headers.get('location') ?? '', { redirect: 'manual' });
  const back = new URL(consent.headers.get('location') ?? '');
  return { cookies: { ...cookies, ...cookiesOf(left) }, query: back.search };
}

/** Returns the cookie of this browser's login at Google. */
export function loginCookieOf({ cookies }: PendingGoogleLogin): string {
  return Object.entries(cookies).find(([name]) => name.startsWith('google_login_'))?.[1] ?? '';
}

export function openCallback({ cookies, query }: PendingGoogleLogin, options: CallOptions = {}) {
  return api(`/api/auth/google/callback${query}`, { cookies, ...options });
}

export async function logInWithGoogle(path?: string): Promise<Response> {
  return openCallback(await goToGoogle(path));
}

/** Expects a redirect to /register with that code, its sentence and no session. */
export async function expectRefused(response: Response, code: string): Promise<void> {
  expect(response.status).toBe(302);
  expect(redirectOf(response)).toBe(`/register?error=${code}`);
  const cookies = cookiesOf(response);
  const { formulario: _, ...others } = cookies;
  for (const [name, value] of Object.entries(others)) {
    expect([name, value]).toEqual([expect.stringMatching(/^google_login_[\w-]{8}$/), '']);
  }
  expect(Object.keys(others).length).toBeLessThan(2);
  const message = expect.stringMatching(/^.{20,90}\.$/);
  expect(valuesKeptAfterRefusal(response)).toMatchObject({ code, message });
  expect(await getDb().read.$count(sessions)).toBe(0);
}

/** Expects a refusal as `expectRefused` does, and that no account was stored. */
export async function expectNoAccount(response: Response, code: string): Promise<void> {
  await expectRefused(response, code);
  expect(await getDb().read.$count(accounts)).toBe(0);
}

/** Page where the owner of an account agrees to join it. */
export const JOIN_PATH = '/login/google';

/** Logs in with Google up to the question whether to link the account. Returns the cookie. */
export async function startGoogleJoin(next?: string): Promise<Record<string, string>> {
  const query = next ? `?${new URLSearchParams({ next })}` : '';
  const response = await logInWithGoogle(`/api/auth/google${query}`);
  expect([response.status, redirectOf(response)]).toEqual([302, JOIN_PATH]);
  expect(tokenOf(response)).toBe('');
  // The page and its form under /f both need it.
  expect(response.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^google_cuenta=.*; Path=\/;/),
  );
  const { google_cuenta = '' } = cookiesOf(response);
  return { google_cuenta };
}

export const confirmGoogleJoin = (
  cookies: Record<string, string>,
  form: Record<string, string>,
  ip?: string,
) => postForm(`${JOIN_PATH}/entrar`, { cookies, form, ...(ip ? { ip } : {}) });
