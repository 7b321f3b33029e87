import type { Authenticator } from '#tests/support/authenticator.ts';
import { api, cookiesOf } from '#tests/support/call.ts';

type Cookies = Record<string, string>;

/** Returns the challenge that the device signs next, and its cookie. */
export async function startPasskeyLogin(cookies: Cookies = {}) {
  const response = await api('/api/auth/passkey/options', {
    method: 'POST',
    cookies,
  });
  const { data } = await response.json();
  return { challenge: String(data.challenge), cookies: { ...cookies, ...cookiesOf(response) } };
}

export async function startPasskeyCreation(cookies: Cookies) {
  const response = await api('/api/auth/passkeys/options', { method: 'POST', cookies });
  const { data } = await response.json();
  return {
    data,
    challenge: String(data?.challenge),
    cookies: { ...cookies, ...cookiesOf(response) },
  };
}

export async function addPasskey(device: Authenticator, session: Cookies) {
  const { challenge, cookies } = await startPasskeyCreation(session);
  const json = { credential: device.create(challenge) };
  return api('/api/auth/passkeys', { json, cookies });
}

export const sendPasskey = (credential: object, cookies: Cookies) =>
  api('/api/auth/passkey', { json: { credential }, cookies });

export async function logInByPasskey(device: Authenticator) {
  const { challenge, cookies } = await startPasskeyLogin();
  return sendPasskey(device.show(challenge), cookies);
}
