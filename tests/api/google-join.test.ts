import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createAdmin } from '#lib/domain/accounts/writes/admins.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';
import { codeFor, getAccount, makeAccount, PASSWORD, personBody } from '#tests/support/accounts.ts';
import {
  auditTrailOf,
  logIn,
  queuedMails,
  readSession,
  requestPasswordReset,
  resetPassword,
  resetTokenFor,
  tokenOf,
} from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { pausePasswordComparison } from '#tests/support/fast-password-hashes.ts';
import {
  confirmGoogleJoin,
  googleForTest,
  JOIN_PATH,
  logInWithGoogle,
  startGoogleJoin,
} from '#tests/support/google-login.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';

// Google hosts neither the address nor its domain, so a person proved it once.
const { google, world } = await googleForTest({
  sub: 'sub-of-eve',
  email: personBody.email,
  hd: '',
});

const askCode = (cookies: Record<string, string>) =>
  postForm(`${JOIN_PATH}/codigo`, { cookies, form: {} });

const subOf = async () => (await getAccount(personBody.email)).googleSub;

describe('the page that links Google to an existing account', () => {
  test('links with the password, continues to the next page, mails the owner and is used up', async () => {
    const account = await makeAccount();
    const cookies = await startGoogleJoin('/panel/documentos?type=personal');
    const response = await confirmGoogleJoin(cookies, { password: PASSWORD });
    expect([response.status, redirectOf(response)]).toEqual([
      303,
      '/panel/documentos?type=personal',
    ]);
    expect(await readSession(tokenOf(response))).toMatchObject({ email: personBody.email });
    expect(cookiesOf(response).google_cuenta).toBe('');
    expect(await subOf()).toBe('sub-of-eve');
    expect((await auditTrailOf(account.id)).slice(-2)).toEqual([
      'google.linked',
      'session.opened-google',
    ]);
    expect((await queuedMails()).at(-1)?.kind).toBe('account.google-linked-mail');
    expect(redirectOf(await logInWithGoogle())).toBe('/panel');
  });

  test('links with a mailed code, in any case and spacing, when the account has no password', async () => {
    await createAdmin(personBody.email, world.now());
    const cookies = await startGoogleJoin();
    expect(redirectOf(await askCode(cookies))).toBe(`${JOIN_PATH}?aviso=codigo`);
    expect((await queuedMails()).at(-1)).toMatchObject({
      kind: 'account.code-mail',
      payload: { purpose: 'google' },
    });
    const code = await codeFor(personBody.email);
    const response = await confirmGoogleJoin(cookies, {
      code: ` ${code.toLowerCase().replace(/^.../, '$& ')}`,
    });
    expect(redirectOf(response)).toBe('/admin');
    expect(await subOf()).toBe('sub-of-eve');
  });

  test.each([
    ['another password', { password: 'otra clave larga' }, 'password'],
    ['no password', { password: '' }, 'password'],
    ['a wrong code', { code: 'AAAAAA' }, 'code'],
    ['a short code', { code: 'AAA' }, 'code'],
    ['nothing', {}, 'password'],
  ])('refuses %s, links nothing and can still be used', async (_, form, field) => {
    await makeAccount();
    const cookies = await startGoogleJoin();
    const response = await confirmGoogleJoin(cookies, form);
    expect(redirectOf(response)).toBe(`${JOIN_PATH}?error=validation_failed`);
    expect(Object.keys(valuesKeptAfterRefusal(response)?.fields ?? {})).toEqual([field]);
    expect(tokenOf(response)).toBe('');
    expect(await subOf()).toBeNull();
    expect(redirectOf(await confirmGoogleJoin(cookies, { password: PASSWORD }))).toBe('/panel');
  });

  test('refuses a code that was mailed for another account', async () => {
    await makeAccount();
    const cookies = await startGoogleJoin();
    await askCode(cookies);
    const code = await codeFor(personBody.email);
    await makeAccount({ email: 'eve@example.cl' });
    google.be({ sub: 'other', email: 'eve@example.cl' });
    const eves = await startGoogleJoin();
    expect(redirectOf(await confirmGoogleJoin(eves, { code }))).toContain('error=');
    expect((await getAccount('eve@example.cl')).googleSub).toBeNull();
  });

  test('works for 15 minutes, and only with its own signed cookie', async () => {
    await makeAccount();
    const { google_cuenta = '' } = await startGoogleJoin();
    const body = google_cuenta.split('.')[0] ?? '';
    const forged = ['', body, `${body}.`, `A${google_cuenta}`, signedToken('oauth', body)];
    for (const item of forged) {
      const response = await confirmGoogleJoin({ google_cuenta: item }, { password: PASSWORD });
      expect(redirectOf(response)).toBe(`${JOIN_PATH}?error=csrf_invalid`);
    }
    world.advance(15 * 60_000);
    const late = await confirmGoogleJoin({ google_cuenta }, { password: PASSWORD });
    expect(redirectOf(late)).toBe(`${JOIN_PATH}?error=csrf_invalid`);
    expect(await subOf()).toBeNull();
  });

  test('is limited per account from all addresses together, and per address', async () => {
    await makeAccount();
    const cookies = await startGoogleJoin();
    const ways: string[] = [];
    for (let i = 0; i < 11; i++) {
      ways.push(
        redirectOf(
          await confirmGoogleJoin(cookies, { password: 'otra clave larga' }, `198.51.100.${i}`),
        ),
      );
    }
    expect(ways.filter((way) => way.endsWith('validation_failed'))).toHaveLength(10);
    expect(ways.at(-1)).toBe(`${JOIN_PATH}?error=rate_limited`);
    expect(redirectOf(await confirmGoogleJoin(cookies, { password: PASSWORD }))).toContain(
      'rate_limited',
    );
    expect((await logIn()).status).toBe(200);
    for (let i = 0; i < 30; i++) await confirmGoogleJoin({}, {}, '192.0.2.9');
    expect(redirectOf(await confirmGoogleJoin({}, {}, '192.0.2.9'))).toContain('rate_limited');
  });

  test('mails one code a minute', async () => {
    await makeAccount();
    const cookies = await startGoogleJoin();
    await askCode(cookies);
    expect(redirectOf(await askCode(cookies))).toBe(`${JOIN_PATH}?error=rate_limited`);
  });

  test('is refused when the account or the Google identity was linked to another meanwhile', async () => {
    await makeAccount();
    const cookies = await startGoogleJoin();
    await getDb().write((tx) =>
      tx.update(accounts).set({ googleSub: 'x' }).where(eq(accounts.email, personBody.email)),
    );
    expect(redirectOf(await confirmGoogleJoin(cookies, { password: PASSWORD }))).toContain(
      'error=conflict',
    );
    await getDb().write((tx) => tx.update(accounts).set({ googleSub: null }));
    google.be({ email: 'eve@example.cl' });
    await logInWithGoogle();
    expect(redirectOf(await confirmGoogleJoin(cookies, { password: PASSWORD }))).toContain(
      'error=conflict',
    );
    expect(await subOf()).toBeNull();
  });

  test('succeeds for both of two simultaneous clicks', async () => {
    await makeAccount();
    const cookies = await startGoogleJoin();
    const both = await Promise.all(
      [1, 2].map(() => confirmGoogleJoin(cookies, { password: PASSWORD })),
    );
    expect(both.map(redirectOf)).toEqual(['/panel', '/panel']);
  });

  test('refuses the old password and code after a reset, even one that happens during the comparison', async () => {
    await makeAccount();
    const cookies = await startGoogleJoin();
    await askCode(cookies);
    const code = await codeFor(personBody.email);
    await requestPasswordReset(personBody.email);
    const reset = await resetTokenFor(personBody.email);
    const comparison = pausePasswordComparison(PASSWORD);
    const joining = confirmGoogleJoin(cookies, { password: PASSWORD });
    await comparison.begun;
    await resetPassword(reset, 'un farol encendido');
    comparison.release();
    expect(redirectOf(await joining)).toContain('validation_failed');
    expect(redirectOf(await confirmGoogleJoin(cookies, { password: PASSWORD }))).toContain(
      'validation_failed',
    );
    expect(redirectOf(await confirmGoogleJoin(cookies, { code }))).toContain('validation_failed');
    expect(await subOf()).toBeNull();
  });
});
