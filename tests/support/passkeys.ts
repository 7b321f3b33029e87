import type { Authenticator } from '#tests/support/authenticator.ts';
import { call, cookiesOf } from '#tests/support/call.ts';
import { handlersAt } from '#tests/support/routes.ts';

const { POST: challengeRoute } = handlersAt('/api/auth/passkey/options');
const { POST: logInRoute } = handlersAt('/api/auth/passkey');
const { POST: optionsRoute } = handlersAt('/api/auth/passkeys/options');
const { POST: addRoute } = handlersAt('/api/auth/passkeys');

type Cookies = Record<string, string>;

/** What the device signs next, and the cookie that goes with it. */
export async function challengeOf(cookies: Cookies = {}) {
  const asked = await call(challengeRoute, '/api/auth/passkey/options', {
    method: 'POST',
    cookies,
  });
  const { data } = await asked.json();
  return { challenge: String(data.challenge), cookies: { ...cookies, ...cookiesOf(asked) } };
}

export async function creationOf(cookies: Cookies) {
  const asked = await call(optionsRoute, '/api/auth/passkeys/options', { method: 'POST', cookies });
  const { data } = await asked.json();
  return {
    data,
    challenge: String(data?.challenge),
    cookies: { ...cookies, ...cookiesOf(asked) },
  };
}

export async function addPasskey(device: Authenticator, session: Cookies) {
  const { challenge, cookies } = await creationOf(session);
  const json = { credential: device.create(challenge) };
  return call(addRoute, '/api/auth/passkeys', { json, cookies });
}

export const sendPasskey = (credential: object, cookies: Cookies) =>
  call(logInRoute, '/api/auth/passkey', { json: { credential }, cookies });

export async function logInByPasskey(device: Authenticator) {
  const { challenge, cookies } = await challengeOf();
  return sendPasskey(device.show(challenge), cookies);
}
