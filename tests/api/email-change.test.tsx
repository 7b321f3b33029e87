import { beforeEach, describe, expect, test } from 'vitest';
import ProfilePage from '#app/panel/perfil/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, emailChanges, knownBrowsers } from '#lib/platform/db/schema/accounts.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { getAccount, type Member, makeUser, personBody, signIn } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import {
  auditTrailOf,
  expectSuccessMessage,
  fieldRefusal,
  logIn,
  refusalBodyOf,
  refusalWith,
  requestPasswordReset,
  resetPassword,
  resetTokenFor,
  wrongCodeFor,
} from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import {
  cancelEmailChange,
  changeEmail,
  confirmEmailChange,
  emailChangeCode,
  mailsTo,
  NEW_EMAIL,
  requestEmailChange,
} from '#tests/support/email-change.ts';
import { addFactors } from '#tests/support/factors.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const OLD = personBody.email;
const MINUTE = 60_000;
let ana: Member;
beforeEach(async () => {
  ana = await makeUser();
});

const emailOf = async (cookies: Record<string, string>) =>
  (await (await api('/api/auth/session', { cookies })).json()).email;

describe('a change of e-mail address', () => {
  test('takes effect when the code mailed to the new address is confirmed; a wrong code changes nothing', async () => {
    await expectSuccessMessage(
      await requestEmailChange(ana.cookies, ' ANA@nueva.cl '),
      `Te enviamos un código a ${NEW_EMAIL}.`,
    );
    expect(await emailOf(ana.cookies)).toBe(OLD);
    const code = await emailChangeCode();
    expect(await mailsTo(OLD)).toEqual([]);
    expect(await refusalBodyOf(await confirmEmailChange(ana.cookies, wrongCodeFor(code)))).toEqual(
      refusalWith(401, 'invalid_code'),
    );
    expect(await emailOf(ana.cookies)).toBe(OLD);
    const done = `Tu correo ahora es ${NEW_EMAIL}. Cerramos tus otras sesiones.`;
    await expectSuccessMessage(await confirmEmailChange(ana.cookies, code), done);
    expect(await emailOf(ana.cookies)).toBe(NEW_EMAIL);
    expect(await refusalBodyOf(await logIn())).toEqual(refusalWith(401, 'wrong_credentials'));
    expect((await logIn({ email: NEW_EMAIL })).status).toBe(200);
  });

  test('ends other sessions and reset links to the former address, but keeps known browsers, Google and factors', async () => {
    const other = await signIn();
    await addFactors(ana.id);
    await getDb().write((tx) => tx.update(accounts).set({ googleSub: 'g-1' }));
    await requestPasswordReset(OLD);
    const reset = await resetTokenFor(OLD);
    const before = await getDb().read.select().from(knownBrowsers);
    await changeEmail(ana.cookies);
    expect(await emailOf(ana.cookies)).toBe(NEW_EMAIL);
    expect(await emailOf(other)).toBeNull();
    expect((await resetPassword(reset, 'otra clave bien larga')).status).toBe(400);
    expect(await getDb().read.select().from(knownBrowsers)).toEqual(before);
    expect(await getAccount(NEW_EMAIL)).toMatchObject({ id: ana.id, googleSub: 'g-1' });
    expect(await getDb().read.all('select 1 from totp_secrets')).toHaveLength(1);
    await requestPasswordReset(OLD);
    expect(await mailsTo(OLD)).toHaveLength(3);
    await requestPasswordReset(NEW_EMAIL);
    expect((await mailsTo(NEW_EMAIL))[0]?.subject).toMatch(/^Cambia tu contraseña/);
  });

  test('is recorded in the audit trail with both addresses masked, and the profile page describes it in words', async () => {
    await changeEmail(ana.cookies);
    expect(await auditTrailOf(ana.id)).toEqual(
      expect.arrayContaining(['email.change-requested', 'email.changed']),
    );
    const events = await getDb().read.select().from(auditEvents);
    expect(JSON.stringify(events)).not.toMatch(/ana@/);
    expect(events.at(-1)?.subject).toBe('email:a•••@constructora.cl → a•••@nueva.cl');
    browseAs(ana.cookies);
    const page = textOf(await renderPage(ProfilePage, {}, { aviso: 'correo' }));
    expect(page).toContain('Cambiaste tu correo');
    expect(page).toContain(`Tu correo ahora es ${NEW_EMAIL}.`);
  });

  test('is announced to the former address with its time, its network and a link to undo it', async () => {
    await changeEmail(ana.cookies);
    const [mail] = await mailsTo(OLD);
    expect(mail?.subject).toBe('Cambió el correo de tu cuenta en Resguardo');
    expect(mail?.text).toMatch(/12:00.*hora de Chile/);
    expect(mail?.text).toMatch(/203\.0\.113\.0\/24/);
    expect(mail?.text).toMatch(/a•••@nueva\.cl/);
    expect(mail?.text).toMatch(/\/no-fui-yo\?token=/);
  });

  test('can be requested again after a minute; a newer code replaces the older one, and cancelling ends it', async () => {
    await requestEmailChange(ana.cookies);
    const first = await emailChangeCode();
    expect((await requestEmailChange(ana.cookies)).status).toBe(429);
    world.advance(MINUTE);
    expect((await requestEmailChange(ana.cookies)).status).toBe(200);
    const second = await emailChangeCode();
    expect((await confirmEmailChange(ana.cookies, first)).status).toBe(401);
    await requestEmailChange(ana.cookies, 'ana@tercera.cl');
    expect((await confirmEmailChange(ana.cookies, second)).status).toBe(401);
    const third = await emailChangeCode('ana@tercera.cl');
    expect((await cancelEmailChange(ana.cookies)).status).toBe(200);
    expect((await confirmEmailChange(ana.cookies, third)).status).toBe(401);
    expect(await emailOf(ana.cookies)).toBe(OLD);
    expect(await getDb().read.select().from(emailChanges)).toEqual([]);
  });

  test('is refused with a code that is ten minutes old, had five wrong tries or belongs to another account', async () => {
    const eva = await makeUser({ email: 'eva@otra.cl' });
    await requestEmailChange(eva.cookies, 'eva@nueva.cl');
    await requestEmailChange(ana.cookies);
    const code = await emailChangeCode();
    expect((await confirmEmailChange(eva.cookies, code)).status).toBe(401);
    world.advance(10 * MINUTE);
    expect((await confirmEmailChange(ana.cookies, code)).status).toBe(401);
    await requestEmailChange(ana.cookies);
    const fresh = await emailChangeCode();
    for (let n = 0; n < 5; n++) await confirmEmailChange(ana.cookies, wrongCodeFor(fresh));
    expect((await confirmEmailChange(ana.cookies, fresh)).status).toBe(401);
    expect(await emailOf(ana.cookies)).toBe(OLD);
  });

  test('happens once when two requests confirm the same code at the same moment', async () => {
    await requestEmailChange(ana.cookies);
    const code = await emailChangeCode();
    const both = [confirmEmailChange(ana.cookies, code), confirmEmailChange(ana.cookies, code)];
    const replies = await Promise.all(both);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await mailsTo(OLD)).toHaveLength(1);
  });

  test('is refused for the present address, for admins, without a recent proof and for suspended accounts', async () => {
    expect(await refusalBodyOf(await requestEmailChange(ana.cookies, OLD))).toEqual(
      fieldRefusal({ email: 'Ese ya es tu correo.' }),
    );
    const { cookies } = await makeAdvisor();
    expect(await refusalBodyOf(await requestEmailChange(cookies))).toEqual(
      refusalWith(403, 'forbidden'),
    );
    browseAs(cookies);
    expect(await renderPage(ProfilePage, {})).not.toContain('/panel/perfil/correo');
    world.advance(15 * MINUTE);
    expect(await refusalBodyOf(await requestEmailChange(ana.cookies))).toEqual(
      refusalWith(403, 'proof_required'),
    );
    await getDb().write((tx) => tx.update(accounts).set({ suspendedAt: 1 }));
    expect(await refusalBodyOf(await requestEmailChange(ana.cookies))).toEqual(
      refusalWith(401, 'no_session'),
    );
  });
});
