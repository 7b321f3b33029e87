import { beforeEach, expect, test } from 'vitest';
import SecurityPage from '#app/panel/seguridad/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { passkeys, recoveryCodes } from '#lib/platform/db/schema/factors.ts';
import { now } from '#lib/platform/process/clock.ts';
import { sweepRateLimits } from '#lib/platform/security/rate-limits.ts';
import { makeAccount, personBody } from '#tests/support/accounts.ts';
import { newSession } from '#tests/support/advisors.ts';
import { auditTrailOf, logIn, readSession, tokenOf } from '#tests/support/auth-calls.ts';
import { type Authenticator, createAuthenticator } from '#tests/support/authenticator.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import { sendSecondFactor } from '#tests/support/factors.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import {
  addPasskey,
  logInByPasskey,
  sendPasskey,
  startPasskeyCreation,
  startPasskeyLogin,
} from '#tests/support/passkeys.ts';
import { postForm } from '#tests/support/post-form.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
let id: string;
let session: Record<string, string>;
let device: Authenticator;
beforeEach(async () => {
  ({ id } = await makeAccount());
  session = cookiesOf(await logIn());
  device = createAuthenticator();
});

const rows = () => getDb().read.select().from(passkeys);
const errorOf = async (response: Response) => (await response.json()).error;

test('a passkey can be added, brings recovery codes, logs in alone and is a second step', async () => {
  const added = await addPasskey(device, session);
  expect((await added.json()).data.recoveryCodes).toHaveLength(10);
  expect(await rows()).toMatchObject([
    { accountId: id, name: 'Dispositivo desconocido', usedAt: null },
  ]);
  const alone = await logInByPasskey(device);
  expect(await alone.json()).toMatchObject({
    data: { email: personBody.email, role: 'natural' },
  });
  expect(await readSession(tokenOf(alone))).toMatchObject({ authenticated: true });
  expect(await auditTrailOf(id)).toContain('session.opened-passkey');
  expect((await rows())[0]?.usedAt).toBe(now());
  const half = await logIn();
  expect(await errorOf(half.clone())).toBe('second_factor_required');
  const { challenge, cookies } = await startPasskeyLogin(cookiesOf(half));
  const json = { credential: device.show(challenge) };
  const whole = await sendSecondFactor('', cookies, { json });
  expect(whole.status).toBe(200);
  for (const { strongAt } of await getDb().read.select().from(sessions))
    expect(strongAt).toBe(now());
  const options = (await startPasskeyCreation(cookiesOf(whole))).data;
  expect(options.excludeCredentials).toEqual([expect.objectContaining({ id: json.credential.id })]);
  expect(options.authenticatorSelection).toMatchObject({
    residentKey: 'required',
    userVerification: 'required',
  });
});

test.each<[string, Partial<Authenticator>]>([
  ['another site', { origin: 'https://malo.cl' }],
  ['a page of this machine elsewhere', { origin: 'http://localhost:9' }],
  ['another name', { rpId: 'malo.cl' }],
  ['a device that did not ask who holds it', { verifies: false }],
])('a passkey of %s is neither added nor accepted', async (_, wrong) => {
  const right = { ...device };
  Object.assign(device, wrong);
  expect(await errorOf(await addPasskey(device, session))).toBe('invalid_token');
  expect(await rows()).toEqual([]);
  Object.assign(device, right);
  await addPasskey(device, session);
  Object.assign(device, wrong);
  expect(await errorOf(await logInByPasskey(device))).toBe('wrong_credentials');
});

test('a passkey challenge is answered once, within five minutes, by the browser that got it', async () => {
  await addPasskey(device, session);
  const { challenge, cookies } = await startPasskeyLogin();
  const answer = device.show(challenge);
  expect(await errorOf(await sendPasskey(answer, {}))).toBe('wrong_credentials');
  const other = await startPasskeyLogin();
  expect(await errorOf(await sendPasskey(answer, other.cookies))).toBe('wrong_credentials');
  const both = await Promise.all([sendPasskey(answer, cookies), sendPasskey(answer, cookies)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  world.advance(4 * 60_000);
  await sweepRateLimits(world.now());
  expect((await sendPasskey(answer, cookies)).status).toBe(401);
  const late = await startPasskeyLogin();
  world.advance(5 * 60_000);
  expect((await sendPasskey(device.show(late.challenge), late.cookies)).status).toBe(401);
});

test('a passkey that one account began cannot be added to another, nor the same device twice', async () => {
  const { challenge, cookies } = await startPasskeyCreation(session);
  const other = await makeAccount({ email: 'otra@example.cl', rut: '11.111.111-1' });
  const theirs = await newSession(other.id, 'natural');
  const stolen = { ...cookies, ...theirs };
  const form = { credential: JSON.stringify(device.create(challenge)) };
  const refused = await postForm('/panel/seguridad/llaves/agregar', { form, cookies: stolen });
  expect(refused.headers.get('location')).toBe('/panel/seguridad?error=invalid_token');
  expect(await rows()).toEqual([]);
  const taken = await postForm('/panel/seguridad/llaves/agregar', { form, cookies });
  expect(taken.headers.get('location')).toBe('/panel/seguridad/codigos');
  // The same device again is refused, for another account too.
  expect(await errorOf(await addPasskey(device, session))).toBe('conflict');
  expect(await errorOf(await addPasskey(device, theirs))).toBe('conflict');
});

test('a passkey whose use counter goes back is refused, and that is in the audit trail', async () => {
  device.counter = 7;
  await addPasskey(device, session);
  expect((await logInByPasskey(device)).status).toBe(401);
  expect(await auditTrailOf(id)).toContain('factor.counter-refused');
  device.counter = 8;
  expect((await logInByPasskey(device)).status).toBe(200);
  device.counter = 3;
  expect((await logInByPasskey(device)).status).toBe(401);
  expect((await rows())[0]?.counter).toBe(8);
});

test('only its owner renames and removes a passkey; with the last one the recovery codes go', async () => {
  await addPasskey(device, session);
  const [{ id: key } = { id: '' }] = await rows();
  const other = await makeAccount({ email: 'otra@example.cl', rut: '11.111.111-1' });
  const theirs = await newSession(other.id, 'natural');
  const act = (action: string, cookies: Record<string, string>) =>
    postForm(`/panel/seguridad/llaves/${action}`, { form: { id: key, name: 'Mi Mac' }, cookies });
  for (const action of ['nombrar', 'quitar']) {
    expect((await act(action, theirs)).headers.get('location')).toContain('error=not_found');
  }
  await act('nombrar', session);
  expect(await rows()).toMatchObject([{ name: 'Mi Mac' }]);
  await act('quitar', session);
  expect(await rows()).toEqual([]);
  expect(await getDb().read.$count(recoveryCodes)).toBe(0);
  expect((await logInByPasskey(device)).status).toBe(401);
  expect((await logIn()).status).toBe(200);
});

test('a refused name of a passkey leaves its form open, with the reason', async () => {
  await addPasskey(device, session);
  const [{ id: key } = { id: '' }] = await rows();
  const form = { id: key, name: ' ' };
  const sent = await postForm('/panel/seguridad/llaves/nombrar', { form, cookies: session });
  browseAs({ ...session, ...cookiesOf(sent) });
  const html = await renderPage(SecurityPage, {}, { error: 'validation_failed' });
  expect(html).toMatch(/<details open(?:="")?><summary[^>]*>Cambiar o quitar.*Ponle un nombre\./s);
});

test('an admin gets 403 from the team’s API until a passkey is added', async () => {
  await getDb().write((tx) => tx.run("update accounts set role = 'admin'"));
  expect((await api('/api/admin/leads', { cookies: session })).status).toBe(403);
  await addPasskey(device, session);
  expect((await api('/api/admin/leads', { cookies: session })).status).toBe(200);
});
