import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createAdmin } from '#lib/domain/accounts/writes/admins.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { codeFor, getAccount, makeAccount, PASSWORD, person } from '#tests/support/accounts.ts';
import {
  auditOf,
  forgot,
  logIn,
  makeSession,
  nobody,
  refusalOf,
  register,
  resetPassword,
  resetTokenFor,
  sessionOf,
  tokenOf,
  verify,
} from '#tests/support/auth-calls.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import { addFactors, RECOVERY, secondStep } from '#tests/support/factors.ts';
import { askedToJoin, googleForTest, join, logInWithGoogle } from '#tests/support/google-login.ts';
import { postForm, wayOf } from '#tests/support/post-form.ts';

// Google hosts neither the address nor its domain, so a person proved it once.
const { google, world } = await googleForTest({ sub: 'sub-of-eve', email: person.email, hd: '' });

const makeAdmin = () =>
  getDb().write((tx) =>
    tx.update(accounts).set({ role: 'admin' }).where(eq(accounts.email, person.email)),
  );

const remove = (token: string) =>
  api('/api/auth/google', { method: 'DELETE', cookies: { [cookieNames.session]: token } });

const subOf = async () => (await getAccount(person.email)).googleSub;

describe('an existing account', () => {
  test.each([
    ['no hd', person.email, ''],
    ['hd of another domain', person.email, 'otra.cl'],
    ['hd that its domain ends in', 'ana@sub.constructora.cl', 'constructora.cl'],
    ['a domain that ends in gmail.com', 'ana@malgmail.com', ''],
  ])(
    'is linked only after asking where Google does not vouch for the address: %s',
    async (_, email, hd) => {
      await makeAccount({ email });
      google.be({ email, hd });
      await askedToJoin();
      expect((await getAccount(email)).googleSub).toBeNull();
      expect(await getDb().read.$count(sessions)).toBe(0);
    },
  );

  test.each([
    ['gmail.com', 'ana.diaz@gmail.com', ''],
    ['googlemail.com', 'ana.diaz@googlemail.com', ''],
    ['the hd of its Workspace', person.email, 'Constructora.CL'],
  ])('is linked at once where Google vouches for the address: %s', async (_, email, hd) => {
    await makeAccount({ email });
    google.be({ email, hd });
    expect(wayOf(await logInWithGoogle())).toBe('/panel');
    expect((await getAccount(email)).googleSub).toBe('sub-of-eve');
  });

  test('of an admin is linked only after asking, even where Google vouches, and then opens the admin page', async () => {
    await makeAccount();
    await makeAdmin();
    google.be({ hd: 'constructora.cl' });
    const response = await join(await askedToJoin(), { password: PASSWORD });
    expect(wayOf(response)).toBe('/admin');
    expect(await sessionOf(tokenOf(response))).toMatchObject({ role: 'admin' });
  });

  test('loses its link to Google when it becomes an admin', async () => {
    google.be({ hd: 'constructora.cl' });
    await logInWithGoogle();
    await createAdmin(person.email, world.now());
    expect(await subOf()).toBeNull();
    await askedToJoin();
  });

  test('loses its former password, sessions and reset links when it becomes an admin', async () => {
    await register();
    const strangers = { password: 'un farol encendido' };
    await register(strangers);
    await verify(person.email, await codeFor(person.email));
    const held = tokenOf(await logIn(strangers));
    await forgot(person.email);
    const reset = await resetTokenFor(person.email);
    expect(await createAdmin(person.email, world.now())).toBe(true);
    expect((await logIn(strangers)).status).toBe(401);
    expect(await sessionOf(held)).toEqual(nobody);
    expect((await resetPassword(reset, 'otro farol encendido')).status).toBe(400);
    await forgot(person.email);
    expect((await resetPassword(await resetTokenFor(person.email), PASSWORD)).status).toBe(200);
    expect((await logIn()).status).toBe(200);
  });
});

describe('an unwanted link to Google', () => {
  test('ends with a password reset, and the next login with Google asks again', async () => {
    const account = await makeAccount();
    const stolen = tokenOf(await join(await askedToJoin(), { password: PASSWORD }));
    await forgot(person.email);
    await resetPassword(await resetTokenFor(person.email), 'un farol encendido');
    expect(await sessionOf(stolen)).toEqual(nobody);
    expect(await auditOf(account.id)).toContain('google.unlinked');
    await askedToJoin();
    expect(await subOf()).toBeNull();
  });

  test('is removed by its owner, which ends the other sessions; removing it twice is recorded once', async () => {
    const account = await makeAccount();
    const stolen = tokenOf(await join(await askedToJoin(), { password: PASSWORD }));
    const token = await makeSession();
    expect((await remove(token)).status).toBe(200);
    expect(await subOf()).toBeNull();
    expect(await sessionOf(stolen)).toEqual(nobody);
    expect(await sessionOf(token)).toMatchObject({ authenticated: true });
    expect((await auditOf(account.id)).at(-1)).toBe('google.unlinked');
    expect((await remove(token)).status).toBe(200);
    expect((await auditOf(account.id)).filter((one) => one === 'google.unlinked')).toHaveLength(1);
  });

  test('cannot be removed while the account has no password; page and API refuse, and the API says how to set one', async () => {
    google.be({ hd: 'constructora.cl' });
    const token = tokenOf(await logInWithGoogle());
    expect(await refusalOf(await remove(token))).toMatchObject({
      status: 409,
      message: expect.stringContaining('Olvidé mi contraseña'),
    });
    const cookies = { [cookieNames.session]: token };
    const response = await postForm('/panel/perfil/google/desconectar', {
      form: {},
      cookies,
    });
    expect(wayOf(response)).toBe('/panel/perfil?error=conflict');
    expect(await subOf()).toBe('sub-of-eve');
  });
});

test('with a second factor Google leads to the second step, both when linking and at a later login', async () => {
  const { id } = await makeAccount();
  await addFactors(id);
  const joined = await join(await askedToJoin('/panel/pagos'), { password: PASSWORD });
  for (const half of [joined, await logInWithGoogle('/api/auth/google?next=/panel/pagos')]) {
    expect(wayOf(half)).toBe('/login/segundo-paso?next=%2Fpanel%2Fpagos');
    expect(tokenOf(half)).toBe('');
  }
  const again = cookiesOf(await logInWithGoogle());
  const opened = await secondStep(RECOVERY, again);
  expect(await sessionOf(tokenOf(opened))).toMatchObject({ authenticated: true });
  expect(await auditOf(id)).toContain('session.opened-google');
});
