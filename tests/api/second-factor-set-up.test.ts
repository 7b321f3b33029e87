import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import ContactPage from '#app/(sitio)/contacto/page.tsx';
import { createAdmin } from '#lib/domain/accounts/writes/admins.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import { recoveryCodes, totpSecrets } from '#lib/platform/db/schema/factors.ts';
import { now } from '#lib/platform/process/clock.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { makeAccount, PASSWORD, personBody } from '#tests/support/accounts.ts';
import { makeAdvisor, newSession } from '#tests/support/advisors.ts';
import { logIn, readSession, tokenOf } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import {
  addFactors,
  cookiesOf,
  markSessionsProved,
  startTotpSetup,
  totpCode,
} from '#tests/support/factors.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { START, worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

test('a first right code sets up an app: its session becomes strong, weaker sessions end, secrets are unreadable', async () => {
  const { id } = await makeAccount();
  const [here, elsewhere] = [cookiesOf(await logIn()), cookiesOf(await logIn())];
  const { data } = await (await startTotpSetup(here)).json();
  expect(data.uri).toContain(`secret=${data.secret}`);
  const confirm = (code: string, cookies = here) =>
    api('/api/auth/totp/confirm', { json: { setup: data.setup, code }, cookies });
  expect(await (await confirm('000000')).json()).toMatchObject({ error: 'validation_failed' });
  expect(await getDb().read.$count(totpSecrets)).toBe(0);
  const done = await (await confirm(totpCode(data.secret))).json();
  expect(new Set(done.data.recoveryCodes).size).toBe(10);
  const rows = await getDb().read.select().from(sessions).where(eq(sessions.accountId, id));
  expect(rows.map(({ strongAt }) => strongAt)).toEqual([START]);
  expect((await confirm(totpCode(data.secret), elsewhere)).status).toBe(401);
  // Nothing readable is kept: neither the secret nor a code.
  const storedRows = JSON.stringify([
    await getDb().read.select().from(totpSecrets),
    await getDb().read.select().from(recoveryCodes),
  ]);
  for (const text of [data.secret, ...done.data.recoveryCodes])
    expect(storedRows).not.toContain(text);
  // A set-up by another account, or begun long ago, is not accepted.
  const other = await makeAccount({ email: 'otra@example.cl', rut: '11.111.111-1' });
  const theirs = await newSession(other.id, 'natural');
  expect(await (await confirm(totpCode(data.secret), theirs)).json()).toMatchObject({
    error: 'invalid_token',
  });
  // A session elsewhere that proved a second factor goes on when the app is changed.
  await newSession(id, 'natural');
  const own = eq(sessions.accountId, id);
  await getDb().write((tx) => tx.update(sessions).set({ strongAt: START }).where(own));
  const next = await confirm(totpCode(data.secret, 1));
  expect(await getDb().read.$count(sessions, own)).toBe(2);
  expect((await next.json()).data.recoveryCodes).toBeNull();
  world.advance(15 * MINUTE);
  await markSessionsProved();
  expect((await confirm(totpCode(data.secret))).status).toBe(400);
});

test('an admin without a second factor can open nothing except the page that sets one up', async () => {
  const { id, passwordHash } = await makeAccount();
  await createAdmin(personBody.email, now());
  // A password set by the operator's mailed link leaves the account in this state.
  await getDb().write((tx) => tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, id)));
  const entered = await logIn();
  expect(entered.status).toBe(200);
  const cookies = cookiesOf(entered);
  expect(await readSession(tokenOf(entered))).toMatchObject({ authenticated: true, role: 'admin' });
  const download = '/api/documents/download?key=x';
  for (const path of ['/api/admin/leads', '/api/auth/sessions', download]) {
    const refused = await api(path, { cookies });
    expect([refused.status, (await refused.json()).error]).toEqual([
      403,
      'second_factor_enrolment_required',
    ]);
  }
  browseAs(cookies);
  expect(await renderPage(ContactPage, {})).not.toContain(personBody.email);
  const form = await postForm('/panel/perfil/guardar', { form: {}, cookies });
  expect(redirectOf(form)).toMatch(/^\/panel\/seguridad\?next=/);
  const { data } = await (await api('/api/auth/totp', { method: 'POST', cookies })).json();
  const json = { setup: data.setup, code: totpCode(data.secret) };
  const done = await api('/api/auth/totp/confirm', { json, cookies });
  expect(done.status).toBe(200);
  expect((await api('/api/admin/leads', { cookies })).status).toBe(200);
  expect(await renderPage(ContactPage, {})).toContain(personBody.email);
  // The last factor stays, because an admin's password must not be enough to log in.
  const removed = await postForm('/panel/seguridad/app/quitar', { form: {}, cookies });
  expect(redirectOf(removed)).toBe('/panel/seguridad?error=conflict');
  expect(await getDb().read.$count(totpSecrets)).toBe(1);
  const change = { current: PASSWORD, password: 'un farol encendido' };
  expect((await api('/api/auth/change-password', { json: change, cookies })).status).toBe(200);
});

test('an admin’s session that proved no second factor, as before this version, is refused', async () => {
  const { cookies } = await makeAdvisor();
  expect((await api('/api/admin/leads', { cookies })).status).toBe(200);
  await getDb().write((tx) => tx.update(sessions).set({ strongAt: null, provedAt: null }));
  expect((await api('/api/admin/leads', { cookies })).status).toBe(403);
});

test('an account that becomes an admin loses the second factors that it had', async () => {
  await addFactors((await makeAccount()).id);
  await createAdmin(personBody.email, now());
  expect(await getDb().read.$count(totpSecrets)).toBe(0);
  expect(await getDb().read.$count(recoveryCodes)).toBe(0);
});
