import { beforeEach, expect, test } from 'vitest';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { resetFactorsOf } from '#lib/domain/factors/writes/reset.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { passkeys, recoveryCodes, totpSecrets } from '#lib/platform/db/schema/factors.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { getAccount, makeAccount, personBody } from '#tests/support/accounts.ts';
import { makeAdvisor, newSession } from '#tests/support/advisors.ts';
import { auditTrailOf, logIn, queuedMails, readSession } from '#tests/support/auth-calls.ts';
import { addFactors, markSessionsProved } from '#tests/support/factors.ts';
import { postForm } from '#tests/support/post-form.ts';
import { listMails } from '#tests/support/sent-mails.ts';
import { worldForTest } from '#tests/support/world.ts';

type Cookies = Record<string, string>;

const world = worldForTest({ MAIL_INTERNAL_TO: 'equipo@resguardo.cl' });
let id: string;
let ana: Cookies;
let asker: Cookies;
let other: Cookies;
beforeEach(async () => {
  ({ id } = await makeAccount());
  await addFactors(id);
  ana = await newSession(id, 'natural');
  asker = (await makeAdvisor('jefa@resguardo.cl')).cookies;
  other = (await makeAdvisor('otra@resguardo.cl')).cookies;
});

const act = async (cookies: Cookies, step: string, whose = id) => {
  const form = { step };
  const posted = await postForm(`/admin/cuentas/${whose}/segundo-paso`, { form, cookies });
  return posted.headers.get('location')?.split('?')[1];
};
const factors = async () => {
  const { read } = getDb();
  const counts = [totpSecrets, passkeys, recoveryCodes].map((table) => read.$count(table));
  return (await Promise.all(counts)).reduce((a, b) => a + b);
};
const sentMails = async () =>
  (await queuedMails())
    .filter(({ kind }) => kind === 'account.factors-mail')
    .map(({ payload }) => [payload.accountId, payload.action]);

test('second factors are removed when one admin asks and another approves; all are told and sessions end', async () => {
  expect(await act(other, 'approve')).toBe('error=conflict');
  expect(await act(asker, 'ask')).toBe('aviso=ask');
  expect(await act(asker, 'approve')).toBe('error=conflict');
  expect(await act(other, 'ask')).toBe('error=conflict');
  expect(await factors()).toBe(2);
  expect((await logIn()).status).toBe(401);
  expect(await act(other, 'approve')).toBe('aviso=approve');
  expect(await factors()).toBe(0);
  expect(await readSession(Object.values(ana)[0] ?? '')).toMatchObject({ authenticated: false });
  expect((await logIn()).status).toBe(200);
  const { id: jefa } = await getAccount('jefa@resguardo.cl');
  expect(await sentMails()).toEqual([
    [id, 'factor.reset-asked'],
    [id, 'factor.reset'],
    [jefa, 'factor.reset-approved'],
  ]);
  expect(await auditTrailOf(id)).toEqual(
    expect.arrayContaining(['factor.reset-asked', 'factor.reset']),
  );
  for (const { kind, payload } of await queuedMails()) {
    if (kind !== 'account.factors-mail') continue;
    await deliveryHandlers[kind](payload, { idempotencyKey: `${payload.action}`, now: now() });
  }
  // Only the team can withdraw the request, so its mail can be answered.
  const requestMail = (await listMails()).find(({ subject }) => subject.startsWith('Pidieron'));
  expect(requestMail).toMatchObject({
    replyTo: 'equipo@resguardo.cl',
    text: expect.stringContaining('responde este correo cuanto antes y el equipo lo cancela'),
  });
});

test('a request to remove factors ends after a day or when withdrawn; nobody asks or approves for themselves', async () => {
  expect(await act(asker, 'ask')).toBe('aviso=ask');
  expect(await act(other, 'withdraw')).toBe('aviso=withdraw');
  expect(await act(other, 'approve')).toBe('error=conflict');
  expect(await act(asker, 'ask')).toBe('aviso=ask');
  world.advance(DAY);
  await markSessionsProved();
  expect(await act(other, 'approve')).toBe('error=conflict');
  expect(await factors()).toBe(2);
  const { id: jefa } = await getAccount('jefa@resguardo.cl');
  await addFactors(jefa);
  expect(await act(asker, 'ask', jefa)).toBe('error=conflict');
  expect(await act(other, 'ask', jefa)).toBe('aviso=ask');
  expect(await act(asker, 'approve', jefa)).toBe('error=conflict');
  expect(await act(other, 'ask', 'x'.repeat(22))).toBe('error=account_not_found');
});

test('the operator can remove second factors alone, from the command line', async () => {
  expect(await resetFactorsOf(personBody.email, now())).toBe(true);
  expect(await resetFactorsOf(personBody.email, now())).toBe(false);
  expect(await factors()).toBe(0);
  expect((await sentMails()).map(([, action]) => action)).toEqual(['factor.reset']);
});
