import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createAdmin } from '#lib/domain/accounts/writes/admins.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { codeFor, getAccount, makeAccount, PASSWORD, personBody } from '#tests/support/accounts.ts';
import {
  anonymousSession,
  auditTrailOf,
  logIn,
  makeSession,
  readSession,
  refusalBodyOf,
  register,
  requestPasswordReset,
  resetPassword,
  resetTokenFor,
  tokenOf,
  verifyEmail,
} from '#tests/support/auth-calls.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import { addFactors, RECOVERY_CODE, sendSecondFactor } from '#tests/support/factors.ts';
import {
  confirmGoogleJoin,
  googleForTest,
  logInWithGoogle,
  startGoogleJoin,
} from '#tests/support/google-login.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';

// Google hosts neither the address nor its domain, so a person proved it once.
const { google, world } = await googleForTest({
  sub: 'sub-of-eve',
  email: personBody.email,
  hd: '',
});

const makeAdmin = () =>
  getDb().write((tx) =>
    tx.update(accounts).set({ role: 'admin' }).where(eq(accounts.email, personBody.email)),
  );

const remove = (token: string) =>
  api('/api/auth/google', { method: 'DELETE', cookies: { [cookieNames.session]: token } });

const subOf = async () => (await getAccount(personBody.email)).googleSub;

describe('an existing account', () => {
  test.each([
    ['no hd', personBody.email, ''],
    ['hd of another domain', personBody.email, 'otra.cl'],
    ['hd that its domain ends in', 'ana@sub.constructora.cl', 'constructora.cl'],
    ['a domain that ends in gmail.com', 'ana@malgmail.com', ''],
  ])(
    'is linked only after asking where Google does not vouch for the address: %s',
    async (_, email, hd) => {
      await makeAccount({ email });
      google.be({ email, hd });
      await startGoogleJoin();
      expect((await getAccount(email)).googleSub).toBeNull();
      expect(await getDb().read.$count(sessions)).toBe(0);
    },
  );

  test.each([
    ['gmail.com', 'ana.diaz@gmail.com', ''],
    ['googlemail.com', 'ana.diaz@googlemail.com', ''],
    ['the hd of its Workspace', personBody.email, 'Constructora.CL'],
  ])('is linked at once where Google vouches for the address: %s', async (_, email, hd) => {
    await makeAccount({ email });
    google.be({ email, hd });
    expect(redirectOf(await logInWithGoogle())).toBe('/panel');
    expect((await getAccount(email)).googleSub).toBe('sub-of-eve');
  });

  test('of an admin is linked only after asking, even where Google vouches, and then opens the admin page', async () => {
    await makeAccount();
    await makeAdmin();
    google.be({ hd: 'constructora.cl' });
    const response = await confirmGoogleJoin(await startGoogleJoin(), { password: PASSWORD });
    expect(redirectOf(response)).toBe('/admin');
    expect(await readSession(tokenOf(response))).toMatchObject({ role: 'admin' });
  });

  test('loses its link to Google when it becomes an admin', async () => {
    google.be({ hd: 'constructora.cl' });
    await logInWithGoogle();
    await createAdmin(personBody.email, world.now());
    expect(await subOf()).toBeNull();
    await startGoogleJoin();
  });

  test('loses its former password, sessions and reset links when it becomes an admin', async () => {
    await register();
    const strangers = { password: 'un farol encendido' };
    await register(strangers);
    await verifyEmail(personBody.email, await codeFor(personBody.email));
    const held = tokenOf(await logIn(strangers));
    await requestPasswordReset(personBody.email);
    const reset = await resetTokenFor(personBody.email);
    expect(await createAdmin(personBody.email, world.now())).toBe(true);
    expect((await logIn(strangers)).status).toBe(401);
    expect(await readSession(held)).toEqual(anonymousSession);
    expect((await resetPassword(reset, 'otro farol encendido')).status).toBe(400);
    await requestPasswordReset(personBody.email);
    expect((await resetPassword(await resetTokenFor(personBody.email), PASSWORD)).status).toBe(200);
    expect((await logIn()).status).toBe(200);
  });
});

describe('an unwanted link to Google', () => {
  test('ends with a password reset, and the next login with Google asks again', async () => {
    const account = await makeAccount();
    const stolen = tokenOf(
      await confirmGoogleJoin(await startGoogleJoin(), { password: PASSWORD }),
    );
    await requestPasswordReset(personBody.email);
    await resetPassword(await resetTokenFor(personBody.email), 'un farol encendido');
    expect(await readSession(stolen)).toEqual(anonymousSession);
    expect(await auditTrailOf(account.id)).toContain('google.unlinked');
    await startGoogleJoin();
    expect(await subOf()).toBeNull();
  });

  test('is removed by its owner, which ends the other sessions; removing it twice is recorded once', async () => {
    const account = await makeAccount();
    const stolen = tokenOf(
      await confirmGoogleJoin(await startGoogleJoin(), { password: PASSWORD }),
    );
    const token = await makeSession();
    expect((await remove(token)).status).toBe(200);
    expect(await subOf()).toBeNull();
    expect(await readSession(stolen)).toEqual(anonymousSession);
    expect(await readSession(token)).toMatchObject({ authenticated: true });
    expect((await auditTrailOf(account.id)).at(-1)).toBe('google.unlinked');
    expect((await remove(token)).status).toBe(200);
    expect(
      (await auditTrailOf(account.id)).filter((item) => item === 'google.unlinked'),
    ).toHaveLength(1);
  });

  test('cannot be removed while the account has no password; page and API refuse, and the API says how to set one', async () => {
    google.be({ hd: 'constructora.cl' });
    const token = tokenOf(await logInWithGoogle());
    expect(await refusalBodyOf(await remove(token))).toMatchObject({
      status: 409,
      message: expect.stringContaining('Olvidé mi contraseña'),
    });
    const cookies = { [cookieNames.session]: token };
    const response = await postForm('/panel/perfil/google/desconectar', {
      form: {},
      cookies,
    });
    expect(redirectOf(response)).toBe('/panel/perfil?error=conflict');
    expect(await subOf()).toBe('sub-of-eve');
  });
});

test('with a second factor Google leads to the second step, both when linking and at a later login', async () => {
  const { id } = await makeAccount();
  await addFactors(id);
  const joined = await confirmGoogleJoin(await startGoogleJoin('/panel/pagos'), {
    password: PASSWORD,
  });
  for (const half of [joined, await logInWithGoogle('/api/auth/google?next=/panel/pagos')]) {
    expect(redirectOf(half)).toBe('/login/segundo-paso?next=%2Fpanel%2Fpagos');
    expect(tokenOf(half)).toBe('');
  }
  const again = cookiesOf(await logInWithGoogle());
  const opened = await sendSecondFactor(RECOVERY_CODE, again);
  expect(await readSession(tokenOf(opened))).toMatchObject({ authenticated: true });
  expect(await auditTrailOf(id)).toContain('session.opened-google');
});
