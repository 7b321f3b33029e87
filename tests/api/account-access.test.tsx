import { beforeEach, describe, expect, test } from 'vitest';
import AccountPage from '#app/admin/cuentas/[id]/page.tsx';
import { logInWithGoogle } from '#lib/domain/accounts/writes/google.ts';
import { contextOf } from '#lib/http/api/run-operation.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import {
  auditTrailOf,
  logIn,
  queuedMails,
  readSession,
  refusalBodyOf,
  refusalWith,
} from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany } from '#tests/support/companies.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { recordOwnIssued } from '#tests/support/issued.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { lastMail } from '#tests/support/sent-mails.ts';
import { addDocument, openShare, shareToken } from '#tests/support/shares.ts';
import { openCodePage, verifyCode } from '#tests/support/verification.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

let advisor: Advisor;
let ana: Member;
beforeEach(async () => {
  advisor = await makeAdvisor();
  ana = await makeUser();
});

const change = (id: string, json: object, by: { cookies: Record<string, string> } = advisor) =>
  api(`/api/admin/accounts/${id}/access`, {
    json,
    cookies: by.cookies,
  });
const suspend = { change: 'suspend', reason: 'Documentos falsos.' };
async function isIn({ cookies }: Member): Promise<boolean> {
  const { authenticated } = (await readSession(cookies[cookieNames.session] ?? '')) as {
    authenticated: boolean;
  };
  return authenticated;
}

describe('a suspended account', () => {
  test('loses its sessions, shared links and calendar at once and gets the links back when it is reinstated', async () => {
    const { fileId } = await addDocument(ana.id);
    const link = await shareToken(ana, { documentKey: fileId });
    const made = await api('/api/documents/calendar', {
      method: 'POST',
      cookies: ana.cookies,
    });
    const token =
      String((await made.json()).data?.url)
        .split('/')
        .at(-1) ?? '';
    const calendar = () => api(`/api/documents/calendar/${token}`);
    expect([(await openShare(link)).status, (await calendar()).status]).toEqual([200, 200]);

    expect((await change(ana.id, suspend)).status).toBe(200);
    expect(await isIn(ana)).toBe(false);
    expect([(await openShare(link)).status, (await calendar()).status]).toEqual([404, 404]);
    expect(await refusalBodyOf(await logIn())).toEqual(refusalWith(403, 'account_suspended'));
    // Only people who know the password learn that the account is suspended.
    expect(await refusalBodyOf(await logIn({ password: 'otra cosa larga' }))).toEqual(
      refusalWith(401, 'wrong_credentials'),
    );
    const trail = await getDb().read.select().from(auditEvents).orderBy(auditEvents.id);
    expect(trail.slice(-4).map(({ action, actor }) => [action, actor])).toEqual([
      ['calendar.ended', advisor.id],
      ['account.suspended', advisor.id],
      ['session.refused-suspended', ana.id],
      ['session.refused', ana.id],
    ]);
    await deliverDue();
    const mail = await lastMail();
    expect(mail).toMatchObject({ to: ana.email, subject: 'Suspendimos tu cuenta en Resguardo' });
    expect(mail?.text).not.toContain('falsos');

    expect((await change(ana.id, { change: 'reinstate' })).status).toBe(200);
    expect((await logIn()).status).toBe(200);
    expect((await openShare(link)).status).toBe(200);
    expect((await queuedMails()).filter(({ kind }) => kind === 'account.access-mail')).toEqual([
      { kind: 'account.access-mail', payload: { accountId: ana.id, change: 'suspend' } },
      { kind: 'account.access-mail', payload: { accountId: ana.id, change: 'reinstate' } },
    ]);
  });

  test('does not verify guarantees that it recorded; suspending a company or its member hides the company’s codes', async () => {
    const eva = await makeUser({ ...andesCompany, email: 'eva@andes.cl' });
    const codes = await Promise.all(
      [ana, eva].map(async ({ cookies }) => (await recordOwnIssued(cookies)).verificationCode),
    );
    const verified = async () => {
      const statuses: number[][] = [];
      for (const code of codes) {
        statuses.push([(await verifyCode(code)).status, (await openCodePage(code)).status]);
      }
      return statuses;
    };
    const confirmed = [200, 200];
    const unknown = [404, 404];
    expect(await verified()).toEqual([confirmed, confirmed]);
    await change(ana.id, suspend);
    expect(await verified()).toEqual([unknown, confirmed]);
    await change(eva.id, suspend);
    expect(await verified()).toEqual([unknown, unknown]);
    await change(ana.id, { change: 'reinstate' });
    await change(eva.id, { change: 'reinstate' });
    await change(eva.personId, suspend);
    expect(await verified()).toEqual([confirmed, unknown]);
  });

  test('cannot log in with Google', async () => {
    const identity = { sub: 'sub-ana', email: ana.email, name: 'Ana', isAuthoritative: true };
    const ctx = () => contextOf(new Request('http://google.test'));
    await logInWithGoogle(ctx(), identity as never);
    await change(ana.id, suspend);
    await expect(logInWithGoogle(ctx(), identity as never)).rejects.toMatchObject({
      code: 'account_suspended',
    });
  });
});

describe('an admin who changes the access of an account', () => {
  test('ends its sessions, and the person can log in again', async () => {
    expect((await change(ana.id, { change: 'sessions' })).status).toBe(200);
    expect(await isIn(ana)).toBe(false);
    expect((await logIn()).status).toBe(200);
    expect(await auditTrailOf(ana.id)).toContain('sessions.ended-by-team');
  });

  test('records and mails a suspension or reinstatement once, although it is requested twice', async () => {
    await change(ana.id, suspend);
    await change(ana.id, suspend);
    const notices = await auditTrailOf(ana.id);
    expect(notices.filter((action) => action === 'account.suspended')).toHaveLength(1);
    expect(await change(ana.id, { change: 'reinstate' })).toHaveProperty('status', 200);
    expect(await change(ana.id, { change: 'reinstate' })).toHaveProperty('status', 200);
    expect((await queuedMails()).filter(({ kind }) => kind === 'account.access-mail')).toHaveLength(
      2,
    );
  });

  test('cannot suspend themself, and two admins who suspend each other at once do not both succeed', async () => {
    expect((await change(advisor.id, suspend)).status).toBe(409);
    const other = await makeAdvisor('otra@resguardo.cl');
    const both = await Promise.all([change(other.id, suspend), change(advisor.id, suspend, other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('must give a reason, name an existing account and be an advisor', async () => {
    expect((await change(ana.id, { change: 'suspend' })).status).toBe(400);
    expect(await refusalBodyOf(await change('x'.repeat(22), suspend))).toEqual(
      refusalWith(404, 'account_not_found'),
    );
    expect((await change(ana.id, suspend, ana)).status).toBe(403);
  });

  test.each([
    ['ana@con', 1],
    ['ANA@CONSTRUCTORA.CL', 1],
    ['12.345', 1],
    ['12345678-5', 1],
    ['12.345.678-5', 1],
    ['constructora', 0],
    ['%', 0],
    ['_na', 0],
    ['99', 0],
  ])('finds accounts by the beginning of their e-mail or RUT: %s', async (q, count) => {
    const path = `/api/admin/accounts?${new URLSearchParams({ q })}`;
    const response = await api(path, { cookies: advisor.cookies });
    const { data } = await response.json();
    expect(data).toHaveLength(count);
    if (count) {
      expect(data[0]).toMatchObject({
        id: ana.id,
        email: ana.email,
        role: 'natural',
        suspendedAt: null,
      });
    }
  });
});

test('the team’s page of an account shows its logins and failed tries, and the view is audited', async () => {
  await logIn(
    { password: 'otra cosa larga' },
    { headers: { 'user-agent': 'Mozilla (Windows) Chrome/1' } },
  );
  browseAs(advisor.cookies);
  const page = await renderPage(AccountPage, { id: ana.id });
  expect(page).toContain('Intento fallido, Chrome en Windows');
  expect(page).toContain('Con contraseña');
  expect(page).toContain(`action="/admin/cuentas/${ana.id}/cambiar"`);
  expect(await auditTrailOf(ana.id)).toContain('account.seen-by-team');
  const own = await renderPage(AccountPage, { id: advisor.id });
  expect(own).not.toContain('/cambiar"');
  await expect(renderPage(AccountPage, { id: 'x'.repeat(22) })).rejects.toThrow();
});
