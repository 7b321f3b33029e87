import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { privacyVersion } from '#lib/domain/privacy/copy.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, oneTimeCodes, sessions } from '#lib/platform/db/schema/accounts.ts';
import { getAccount, makeAccount, personBody } from '#tests/support/accounts.ts';
import {
  anonymousSession,
  auditTrailOf,
  logIn,
  makeSession,
  queuedMails,
  readSession,
  refusalBodyOf,
  register,
  requestPasswordReset,
  resetPassword,
  resetTokenFor,
  tokenOf,
} from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import {
  googleForTest,
  goToGoogle,
  logInWithGoogle,
  openCallback,
} from '#tests/support/google-login.ts';
import { lastMail } from '#tests/support/sent-mails.ts';

const { google, world } = await googleForTest({
  sub: 'sub-of-ana',
  email: 'ana@constructora.cl',
  name: 'Ana Díaz',
  hd: 'constructora.cl',
});

const stored = () => getDb().read.$count(accounts);

describe('the redirect to Google', () => {
  test('asks only for the identity, with state, nonce and an S256 challenge', async () => {
    const response = await api('/api/auth/google');
    expect(response.status).toBe(302);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const url = new URL(response.headers.get('location') ?? '');
    expect(`${url.origin}${url.pathname}`).toBe(`${google.url}/authorize`);
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({
      response_type: 'code',
      client_id: 'resguardo-client',
      redirect_uri: 'http://localhost:3000/api/auth/google/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      prompt: 'select_account',
    });
    for (const secret of [state, nonce, code_challenge]) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(new Set([state, nonce, code_challenge]).size).toBe(3);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^google_login_[\w-]{8}=[\w.-]+; Max-Age=600; Path=\/api\/auth\/google; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  test('is refused as not configured without a client id', async () => {
    await world.reopen();
    const response = await api('/api/auth/google');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ success: false, error: 'not_configured' });
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});

describe('coming back from Google', () => {
  test('creates a verified personal account with consent, opens a session and mails the owner', async () => {
    const response = await logInWithGoogle();
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/panel/titular?next=%2Fpanel');
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^google_login_[\w-]{8}=; Max-Age=0; Path=\/api\/auth\/google; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^navegador=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^service_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const account = await getAccount('ana@constructora.cl');
    expect(account).toMatchObject({
      role: 'natural',
      googleSub: 'sub-of-ana',
      passwordHash: null,
      emailVerifiedAt: world.now(),
      name: 'Ana Díaz',
      rut: null,
      consentVersion: privacyVersion,
      consentAt: world.now(),
      consentIp: '203.0.113.7',
    });
    expect(await readSession(tokenOf(response))).toEqual({
      authenticated: true,
      email: 'ana@constructora.cl',
      role: 'natural',
    });
    expect(await auditTrailOf(account.id)).toEqual(['account.registered', 'session.opened-google']);
    expect(await queuedMails()).toEqual([
      {
        kind: 'account.google-linked-mail',
        payload: { accountId: account.id, at: world.now(), ended: false },
      },
    ]);
  });

  test('finds the account by its Google id although the e-mail differs, and replaces the session', async () => {
    const first = tokenOf(await logInWithGoogle());
    google.be({ email: 'otra@example.cl' });
    const response = await openCallback(await goToGoogle(undefined, { service_session: first }));
    expect(await stored()).toBe(1);
    expect(tokenOf(response)).not.toBe(first);
    expect(await readSession(tokenOf(response))).toMatchObject({ email: 'ana@constructora.cl' });
    expect(await readSession(first)).toEqual(anonymousSession);
  });

  test('links a verified account in any spelling, ends its password, sessions and reset links, and mails the owner', async () => {
    const account = await makeAccount();
    const before = await makeSession();
    await requestPasswordReset(personBody.email);
    const reset = await resetTokenFor(personBody.email);
    google.be({ email: 'ANA@Constructora.CL' });
    const response = await logInWithGoogle();
    expect(response.headers.get('location')).toBe('/panel');
    expect(await getAccount(personBody.email)).toEqual({
      ...account,
      passwordHash: null,
      googleSub: 'sub-of-ana',
      updatedAt: world.now(),
    });
    expect((await auditTrailOf(account.id)).slice(-2)).toEqual([
      'google.linked',
      'session.opened-google',
    ]);
    expect((await queuedMails()).at(-1)).toEqual({
      kind: 'account.google-linked-mail',
      payload: { accountId: account.id, at: world.now(), ended: true },
    });
    expect((await logIn()).status).toBe(401);
    expect(await readSession(before)).toEqual(anonymousSession);
    expect(await refusalBodyOf(await resetPassword(reset, 'un farol encendido'))).toMatchObject({
      error: 'invalid_token',
    });
  });

  test('mails the owner that the former password ended and how to set one again', async () => {
    await makeAccount();
    await logInWithGoogle();
    const mail = (await queuedMails()).at(-1);
    const delivery = { idempotencyKey: 'k1', now: world.now() };
    expect(mail?.kind).toBe('account.google-linked-mail');
    await deliveryHandlers['account.google-linked-mail'](mail?.payload, delivery);
    const { text = '' } = (await lastMail()) ?? {};
    expect(text).toContain('la contraseña de antes ya no sirve');
    expect(text).toContain('Olvidé mi contraseña');
  });

  test('takes over an unverified registration, whose author keeps no password, code or session', async () => {
    await register({ role: 'juridica', razonSocial: 'De otro', name: 'Otro' });
    const { id } = await getAccount(personBody.email);
    const response = await logInWithGoogle();
    expect(await getAccount(personBody.email)).toMatchObject({
      id,
      role: 'natural',
      passwordHash: null,
      googleSub: 'sub-of-ana',
      emailVerifiedAt: world.now(),
      name: 'Ana Díaz',
      rut: null,
      razonSocial: null,
    });
    expect((await logIn()).status).toBe(401);
    expect(await getDb().read.$count(oneTimeCodes)).toBe(0);
    expect(await getDb().read.$count(sessions)).toBe(1);
    expect(await readSession(tokenOf(response))).toMatchObject({ authenticated: true });
    expect((await register()).status).toBe(409);
  });

  test('opens a linked admin account as admin, and makes no other account an admin', async () => {
    const { id } = await makeAccount();
    await getDb().write((tx) =>
      tx
        .update(accounts)
        .set({ role: 'admin', googleSub: 'sub-of-ana' })
        .where(eq(accounts.id, id)),
    );
    google.be({ role: 'admin' } as object);
    expect(await readSession(tokenOf(await logInWithGoogle()))).toMatchObject({ role: 'admin' });
    google.be({ sub: 'sub-of-eve', email: 'eve@example.cl' });
    expect(await readSession(tokenOf(await logInWithGoogle()))).toMatchObject({ role: 'natural' });
  });

  // unit/safe-next tests other addresses that lead off this site.
  test.each([
    ['/panel/documentos?type=personal', '/panel/documentos?type=personal'],
    ['//evil.example', '/panel'],
    ['', '/panel'],
  ])('with next %j continues to %s', async (next, way) => {
    await logInWithGoogle();
    const response = await logInWithGoogle(`/api/auth/google?next=${encodeURIComponent(next)}`);
    expect(response.headers.get('location')).toBe(way);
  });
});
