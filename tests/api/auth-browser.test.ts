import { beforeEach, describe, expect, test } from 'vitest';
import { person } from '#tests/support/accounts.ts';
import {
  completeProfile,
  forgot,
  logIn,
  makeAccount,
  makeSession,
  refusalOf,
  refused,
  register,
  sessionOf,
} from '#tests/support/auth-calls.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
beforeEach(async () => {
  await makeAccount();
});

test('a form of another site, which is no JSON, logs no one in', async () => {
  const body = JSON.stringify({ email: person.email, password: person.password, '=': '' });
  const headers = { 'content-type': 'text/plain' };
  const response = await logIn({}, { json: undefined, body, headers });
  expect(response.status).toBe(415);
});

describe('captcha', () => {
  test('that is on without keys refuses to register, log in or mail a link', async () => {
    await world.reopen({ CAPTCHA: 'on' });
    for (const response of [await register(), await logIn(), await forgot(person.email)]) {
      expect(await refusalOf(response)).toEqual(refused(503, 'not_configured'));
    }
  });

  test('that is on refuses who brings no answer', async () => {
    await world.reopen({ CAPTCHA: 'on', TURNSTILE_SITE_KEY: 'a', TURNSTILE_SECRET_KEY: 'b' });
    for (const response of [await register(), await logIn(), await forgot(person.email)]) {
      expect(await refusalOf(response)).toEqual(refused(403, 'captcha_invalid'));
    }
  });
});

test('a session cookie in odd company is found, and only by its own name', async () => {
  const token = await makeSession();
  expect(await sessionOf(`${token}; otra=1`)).toMatchObject({ authenticated: true });
  expect(await sessionOf(`x; xservice_session=${token}`)).toMatchObject({ authenticated: false });
  expect((await completeProfile({ name: 'Ana' }, `${token}x`)).status).toBe(401);
});
