import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createAdmin } from '#lib/domain/accounts/writes/admins.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';
import { codeFor, getAccount, makeAccount, PASSWORD, person } from '#tests/support/accounts.ts';
import {
  auditOf,
  forgot,
  logIn,
  queuedMails,
  resetPassword,
  resetTokenFor,
  sessionOf,
  tokenOf,
} from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import {
  askedToJoin,
  googleForTest,
  JOIN,
  join,
  logInWithGoogle,
} from '#tests/support/google-login.ts';
import { holdComparison } from '#tests/support/kept-hashes.ts';
import { broughtBack, postForm, wayOf } from '#tests/support/post-form.ts';

// Google hosts neither the address nor its domain, so a person proved it once.
const { google, world } = await googleForTest({ sub: 'sub-of-eve', email: person.email, hd: '' });

const askCode = (cookies: Record<string, string>) =>
  postForm(`${JOIN}/codigo`, { cookies, form: {} });

const subOf = async () => (await getAccount(person.email)).googleSub;

describe('the page that links Google to an existing account', () => {
  test('links with the password, continues to the next page, mails the owner and is used up', async () => {
    const account = await makeAccount();
    const cookies = await askedToJoin('/panel/documentos?type=personal');
    const response = await join(cookies, { password: PASSWORD });
    expect([response.status, wayOf(response)]).toEqual([303, '/panel/documentos?type=personal']);
    expect(await sessionOf(tokenOf(response))).toMatchObject({ email: person.email });
    expect(cookiesOf(response).google_cuenta).toBe('');
    expect(await subOf()).toBe('sub-of-eve');
    expect((await auditOf(account.id)).slice(-2)).toEqual([
      'google.linked',
      'session.opened-google',
    ]);
    expect((await queuedMails()).at(-1)?.kind).toBe('account.google-linked-mail');
    expect(wayOf(await logInWithGoogle())).toBe('/panel');
  });

  test('links with a mailed code, in any case and spacing, when the account has no password', async () => {
    await createAdmin(person.email, world.now());
    const cookies = await askedToJoin();
    expect(wayOf(await askCode(cookies))).toBe(`${JOIN}?aviso=codigo`);
    expect((await queuedMails()).at(-1)).toMatchObject({
      kind: 'account.code-mail',
      payload: { purpose: 'google' },
    });
    const code = await codeFor(person.email);
    const response = await join(cookies, { code: ` ${code.toLowerCase().replace(/^.../, '$& ')}` });
    expect(wayOf(response)).toBe('/admin');
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
    const cookies = await askedToJoin();
    const response = await join(cookies, form);
    expect(wayOf(response)).toBe(`${JOIN}?error=validation_failed`);
    expect(Object.keys(broughtBack(response)?.fields ?? {})).toEqual([field]);
    expect(tokenOf(response)).toBe('');
    expect(await subOf()).toBeNull();
    expect(wayOf(await join(cookies, { password: PASSWORD }))).toBe('/panel');
  });

  test('refuses a code that was mailed for another account', async () => {
    await makeAccount();
    const cookies = await askedToJoin();
    await askCode(cookies);
    const code = await codeFor(person.email);
    await makeAccount({ email: 'eve@example.cl' });
    google.be({ sub: 'other', email: 'eve@example.cl' });
    const eves = await askedToJoin();
    expect(wayOf(await join(eves, { code }))).toContain('error=');
    expect((await getAccount('eve@example.cl')).googleSub).toBeNull();
  });

  test('works for 15 minutes, and only with its own signed cookie', async () => {
    await makeAccount();
    const { google_cuenta = '' } = await askedToJoin();
    const body = google_cuenta.split('.')[0] ?? '';
    const forged = ['', body, `${body}.`, `A${google_cuenta}`, signedToken('oauth', body)];
    for (const one of forged) {
      const response = await join({ google_cuenta: one }, { password: PASSWORD });
      expect(wayOf(response)).toBe(`${JOIN}?error=csrf_invalid`);
    }
    world.advance(15 * 60_000);
    const late = await join({ google_cuenta }, { password: PASSWORD });
    expect(wayOf(late)).toBe(`${JOIN}?error=csrf_invalid`);
    expect(await subOf()).toBeNull();
  });

  test('is limited per account from all addresses together, and per address', async () => {
    await makeAccount();
    const cookies = await askedToJoin();
    const ways: string[] = [];
    for (let i = 0; i < 11; i++) {
      ways.push(wayOf(await join(cookies, { password: 'otra clave larga' }, `198.51.100.${i}`)));
    }
    expect(ways.filter((way) => way.endsWith('validation_failed'))).toHaveLength(10);
    expect(ways.at(-1)).toBe(`${JOIN}?error=rate_limited`);
    expect(wayOf(await join(cookies, { password: PASSWORD }))).toContain('rate_limited');
    expect((await logIn()).status).toBe(200);
    for (let i = 0; i < 30; i++) await join({}, {}, '192.0.2.9');
    expect(wayOf(await join({}, {}, '192.0.2.9'))).toContain('rate_limited');
  });

  test('mails one code a minute', async () => {
    await makeAccount();
    const cookies = await askedToJoin();
    await askCode(cookies);
    expect(wayOf(await askCode(cookies))).toBe(`${JOIN}?error=rate_limited`);
  });

  test('is refused when the account or the Google identity was linked to another meanwhile', async () => {
    await makeAccount();
    const cookies = await askedToJoin();
    await getDb().write((tx) =>
      tx.update(accounts).set({ googleSub: 'x' }).where(eq(accounts.email, person.email)),
    );
    expect(wayOf(await join(cookies, { password: PASSWORD }))).toContain('error=conflict');
    await getDb().write((tx) => tx.update(accounts).set({ googleSub: null }));
    google.be({ email: 'eve@example.cl' });
    await logInWithGoogle();
    expect(wayOf(await join(cookies, { password: PASSWORD }))).toContain('error=conflict');
    expect(await subOf()).toBeNull();
  });

  test('succeeds for both of two simultaneous clicks', async () => {
    await makeAccount();
    const cookies = await askedToJoin();
    const both = await Promise.all([1, 2].map(() => join(cookies, { password: PASSWORD })));
    expect(both.map(wayOf)).toEqual(['/panel', '/panel']);
  });

  test('refuses the old password and code after a reset, even one that happens during the comparison', async () => {
    await makeAccount();
    const cookies = await askedToJoin();
    await askCode(cookies);
    const code = await codeFor(person.email);
    await forgot(person.email);
    const reset = await resetTokenFor(person.email);
    const comparison = holdComparison(PASSWORD);
    const joining = join(cookies, { password: PASSWORD });
    await comparison.begun;
    await resetPassword(reset, 'un farol encendido');
    comparison.release();
    expect(wayOf(await joining)).toContain('validation_failed');
    expect(wayOf(await join(cookies, { password: PASSWORD }))).toContain('validation_failed');
    expect(wayOf(await join(cookies, { code }))).toContain('validation_failed');
    expect(await subOf()).toBeNull();
  });
});
