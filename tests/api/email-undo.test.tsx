import { beforeEach, describe, expect, test } from 'vitest';
import NotMePage from '#app/(cuenta)/no-fui-yo/page.tsx';
import { jobs } from '#lib/background/sweeper.ts';
import { undoEmailToken } from '#lib/domain/accounts/view.ts';
import { createAdmin } from '#lib/domain/accounts/writes/admins.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, emailChanges, passwordResets } from '#lib/platform/db/schema/accounts.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import {
  getAccount,
  type Member,
  makeUser,
  PASSWORD,
  personBody,
  signIn,
} from '#tests/support/accounts.ts';
import {
  anonymousSession,
  auditTrailOf,
  logIn,
  readSession,
  refusalBodyOf,
  refusalWith,
  register,
  requestPasswordReset,
  resetPassword,
  resetTokenFor,
} from '#tests/support/auth-calls.ts';
import {
  changeEmail,
  confirmEmailChange,
  emailChangeCode,
  mailsTo,
  NEW_EMAIL,
  requestEmailChange,
  undoTokenTo,
} from '#tests/support/email-change.ts';
import { addFactors } from '#tests/support/factors.ts';
import { renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const OLD = personBody.email;
let ana: Member;
beforeEach(async () => {
  ana = await makeUser();
});

const open = async (token: string) => textOf(await renderPage(NotMePage, {}, { token }));
const undo = async (token: string) =>
  redirectOf(await postForm('/no-fui-yo/cerrar', { form: { token } }));
const DONE = '/no-fui-yo?hecho=1';
const REFUSED = /^\/no-fui-yo\?error=invalid_token/;

describe('undoing a change of e-mail address', () => {
  test('happens once, by pressing the button and not by opening the page: password, sessions and factors end', async () => {
    await changeEmail(ana.cookies);
    await requestPasswordReset(NEW_EMAIL);
    const reset = await resetTokenFor(NEW_EMAIL);
    await addFactors(ana.id);
    await getDb().write((tx) => tx.run('update totp_secrets set created_at = 9e15'));
    const token = await undoTokenTo(OLD);
    expect(await open(token)).toContain(`Tu cuenta vuelve a usar ${OLD}`);
    const session = ana.cookies[cookieNames.session] ?? '';
    expect(await readSession(session)).toMatchObject({ email: NEW_EMAIL });

    expect(await undo(token)).toBe(DONE);
    expect(await readSession(session)).toEqual(anonymousSession);
    expect(await getAccount(OLD)).toMatchObject({
      id: ana.id,
      passwordHash: null,
      googleSub: null,
    });
    expect((await resetPassword(reset, 'otra clave bien larga')).status).toBe(400);
    expect(await getDb().read.$count(passwordResets)).toBe(0);
    // The thief of the address may have added the app, so it is removed.
    expect(await getDb().read.all('select 1 from totp_secrets')).toEqual([]);
    expect(await refusalBodyOf(await logIn({ email: NEW_EMAIL }))).toEqual(
      refusalWith(401, 'wrong_credentials'),
    );
    expect((await mailsTo(NEW_EMAIL))[0]?.subject).toBe(
      'Se deshizo el cambio de correo en Resguardo',
    );
    expect(await auditTrailOf(ana.id)).toContain('email.restored');
    expect(textOf(await renderPage(NotMePage, {}, { hecho: '1' }))).toContain(
      'Crea una contraseña nueva',
    );

    expect(await undo(token)).toMatch(REFUSED);
    expect(await open(token)).toContain('Este enlace ya no sirve');
    await requestPasswordReset(OLD);
    expect((await resetPassword(await resetTokenFor(OLD), 'otra clave bien larga')).status).toBe(
      200,
    );
    expect((await logIn({ password: 'otra clave bien larga' })).status).toBe(200);
  });

  test('is possible for seven days, and with no other token', async () => {
    await changeEmail(ana.cookies);
    const token = await undoTokenTo(OLD);
    for (const wrong of ['', 'x', `${token}x`, token.replace(/^\d+/, '77')]) {
      expect(await undo(wrong)).toMatch(REFUSED);
    }
    world.advance(7 * DAY - 1);
    expect(await open(token)).toContain('Deshacer el cambio de correo');
    world.advance(1);
    expect(await open(token)).toContain('Este enlace ya no sirve');
    expect(await undo(token)).toMatch(REFUSED);
    expect(await getAccount(NEW_EMAIL)).toMatchObject({ id: ana.id });
    world.advance(1);
    await jobs.accounts(world.now());
    expect(await getDb().read.select().from(emailChanges)).toEqual([]);
  });

  test('with the last link restores the second address, and then with the earlier link the first one', async () => {
    await changeEmail(ana.cookies);
    await changeEmail(ana.cookies, 'ana@tercera.cl');
    const first = await undoTokenTo(OLD);
    expect(await undo(await undoTokenTo(NEW_EMAIL))).toBe(DONE);
    expect((await getAccount(NEW_EMAIL)).id).toBe(ana.id);
    expect(await undo(first)).toBe(DONE);
    expect((await getAccount(OLD)).id).toBe(ana.id);
  });

  test('with the link to the oldest address undoes all later changes and ends their links', async () => {
    await changeEmail(ana.cookies);
    await changeEmail(ana.cookies, 'ana@tercera.cl');
    await requestEmailChange(ana.cookies, 'ana@cuarta.cl');
    const [first, second] = [await undoTokenTo(OLD), await undoTokenTo(NEW_EMAIL)];
    expect(await undo(first)).toBe(DONE);
    expect((await getAccount(OLD)).id).toBe(ana.id);
    expect(await undo(second)).toMatch(REFUSED);
    const [mail] = await mailsTo('ana@tercera.cl');
    expect(mail?.subject).toMatch(/^Se deshizo/);
    expect(await getDb().read.$count(accounts)).toBe(1);
  });

  test('still works with both links after the owner changed back to the first address', async () => {
    await changeEmail(ana.cookies);
    const first = await undoTokenTo(OLD);
    await changeEmail(ana.cookies, OLD);
    expect(await undo(await undoTokenTo(NEW_EMAIL))).toBe(DONE);
    expect((await getAccount(NEW_EMAIL)).id).toBe(ana.id);
    expect(await undo(first)).toBe(DONE);
    expect((await getAccount(OLD)).id).toBe(ana.id);
  });

  test('happens once when the button is pressed twice at the same moment', async () => {
    await changeEmail(ana.cookies);
    const token = await undoTokenTo(OLD);
    const ways = await Promise.all([undo(token), undo(token)]);
    expect(ways.filter((way) => way === DONE)).toHaveLength(1);
  });

  test('is refused when the account has become an admin', async () => {
    await changeEmail(ana.cookies);
    await createAdmin(NEW_EMAIL, world.now());
    expect(await undo(await undoTokenTo(OLD))).toMatch(REFUSED);
    expect((await getAccount(NEW_EMAIL)).role).toBe('admin');
  });
});

describe('a former address', () => {
  test('is reserved for seven days against registration, other accounts’ changes and new admins; then it is free', async () => {
    const eva = await makeUser({ email: 'eva@otra.cl' });
    await changeEmail(ana.cookies);
    expect(await refusalBodyOf(await register())).toEqual(refusalWith(409, 'email_taken'));
    await expect(createAdmin(OLD, world.now())).rejects.toThrow('email_taken');
    const before = await mailsTo(OLD);
    expect((await requestEmailChange(eva.cookies, OLD)).status).toBe(200);
    const [mail, ...others] = await mailsTo(OLD);
    expect(mail?.subject).toMatch(/^Este correo ya es de otra cuenta/);
    expect(others).toEqual(before);
    world.advance(7 * DAY);
    const session = await signIn({ email: 'eva@otra.cl' });
    expect((await requestEmailChange(session, OLD)).status).toBe(200);
    expect((await confirmEmailChange(session, await emailChangeCode(OLD))).status).toBe(200);
    expect((await getAccount(OLD)).id).toBe(eva.id);
    expect(await undo(undoEmailToken(1))).toMatch(REFUSED);
  });

  test('can be registered by anyone after seven days', async () => {
    await changeEmail(ana.cookies);
    world.advance(7 * DAY);
    expect((await register({ password: PASSWORD })).status).toBe(200);
    expect((await getAccount(OLD)).id).not.toBe(ana.id);
  });
});
