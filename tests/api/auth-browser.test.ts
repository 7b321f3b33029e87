import { beforeEach, describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import { person } from '#tests/support/accounts.ts';
import {
  completeProfile,
  forgot,
  logIn,
  makeAccount,
  makeSession,
  queuedMails,
  refusalOf,
  refused,
  register,
  resend,
  resetPassword,
  sessionOf,
  verify,
} from '#tests/support/auth-calls.ts';
import type { CallOptions } from '#tests/support/call.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
beforeEach(async () => {
  await makeAccount();
});

const evil = { origin: 'https://evil.example' };
const crossSite: [string, Record<string, string>][] = [
  ['as browsers say it', { ...evil, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
  ['by origin alone', evil],
  ['from a page without origin', { origin: 'null' }],
  ['from a subdomain', { origin: 'http://x.localhost:3000', 'sec-fetch-site': 'same-site' }],
  ['from another port', { origin: 'http://localhost:4000', 'sec-fetch-site': 'same-site' }],
];

describe('a request of another site', () => {
  test.each(crossSite)('neither logs in nor changes anything, %s', async (_name, headers) => {
    const rows = await getDb().read.select().from(accounts);
    const mails = await queuedMails();
    const options: CallOptions = { headers };
    for (const response of await Promise.all([
      logIn({}, options),
      register({ email: 'otra@example.cl' }, options),
      verify(person.email, 'AAAAAA', options),
      resend(person.email, options),
      forgot(person.email, options),
      resetPassword('x', 'un farol encendido', options),
    ])) {
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await refusalOf(response)).toEqual(refused(403, 'csrf_invalid'));
    }
    expect(await getDb().read.select().from(accounts)).toEqual(rows);
    expect(await queuedMails()).toEqual(mails);
    expect(await getDb().read.$count(sessions)).toBe(0);
  });

  test('does not log anyone in by a form, which is no JSON', async () => {
    const body = JSON.stringify({ email: person.email, password: person.password, '=': '' });
    const headers = { 'content-type': 'text/plain' };
    const response = await logIn({}, { json: undefined, body, headers });
    expect(response.status).toBe(415);
  });
});

describe('a request of our own pages', () => {
  test.each([
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost:3000' },
    {},
  ])('logs in with %j', async (headers) => {
    expect((await logIn({}, { headers: headers as Record<string, string> })).status).toBe(200);
  });
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
