/** The tests follow contract 4.2, row by row: each status with its whole body. */

import { describe, expect, test } from 'vitest';
import { privacyVersion } from '#lib/domain/privacy/copy.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { codeFor, getAccount, getCompany, personBody } from '#tests/support/accounts.ts';
import {
  companyBody,
  expectSuccessMessage,
  fieldRefusal,
  queuedMails,
  refusalBodyOf,
  refusalWith,
  register,
  resendCode,
  verifyEmail,
  wrongCodeFor,
} from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const sent = 'Te enviamos un código para verificar tu correo.';
const known = 'Tu correo está verificado. Ya puedes iniciar sesión.';

describe('POST /api/auth/register', () => {
  test('200: stores an unverified person with their consent, and queues a code', async () => {
    await expectSuccessMessage(await register({ source: 'feria' }), sent);
    const { passwordHash, id, ...row } = await getAccount(personBody.email);
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row).toEqual({
      email: personBody.email,
      role: 'natural',
      rut: '12345678-5',
      name: personBody.name,
      source: 'feria',
      suspendedAt: null,
      suspendedReason: null,
      inboxViews: null,
      requiresFactor: false,
      googleSub: null,
      emailVerifiedAt: null,
      razonSocial: null,
      telefono: null,
      direccion: null,
      region: null,
      comuna: null,
      consentVersion: privacyVersion,
      consentAt: world.now(),
      consentIp: '203.0.113.7',
      createdAt: world.now(),
      updatedAt: world.now(),
    });
    expect(await queuedMails()).toEqual([
      {
        kind: 'account.code-mail',
        payload: { accountId: id, codeId: expect.any(String), purpose: 'verify' },
      },
    ]);
  });

  test('200: registers a company by its name (razón social)', async () => {
    await expectSuccessMessage(await register({ ...companyBody, name: undefined }), sent);
    expect(await getAccount(companyBody.email)).toMatchObject({
      role: 'juridica',
      rut: '76123456-0',
      razonSocial: companyBody.razonSocial,
      name: null,
    });
  });

  test('400: says for each field what it needs, in Spanish', async () => {
    const empty = await api('/api/auth/register', { json: {} });
    expect(await refusalBodyOf(empty)).toEqual(
      fieldRefusal({
        email: 'Completa este dato.',
        password: 'Ingresa una contraseña.',
        role: 'Elige persona natural o empresa.',
        rut: 'Completa este dato.',
      }),
    );
    const wrong = await register({
      email: 'ana@',
      password: 'corta',
      role: 'natural',
      rut: '12.345.678-9',
      name: ' ',
    });
    expect(await refusalBodyOf(wrong)).toEqual(
      fieldRefusal({
        email: 'Revisa el correo: debe tener la forma nombre@empresa.cl.',
        password: 'Usa 8 caracteres o más.',
        rut: 'Revisa el RUT: el dígito verificador no coincide.',
        name: 'Ingresa tu nombre.',
      }),
    );
    expect(await refusalBodyOf(await register({ name: undefined }))).toEqual(
      fieldRefusal({ name: 'Ingresa tu nombre.' }),
    );
    expect(await refusalBodyOf(await register({ role: 'juridica' }))).toEqual(
      fieldRefusal({ razonSocial: 'Ingresa la razón social.' }),
    );
    expect(await getDb().read.$count(accounts)).toBe(0);
  });

  test('400 for the role admin, and other fields that would raise rights are ignored', async () => {
    expect(await refusalBodyOf(await register({ role: 'admin' }))).toEqual(
      fieldRefusal({ role: 'Elige persona natural o empresa.' }),
    );
    const forged = {
      id: 'mine',
      emailVerified: true,
      emailVerifiedAt: 1,
      isAdmin: true,
      googleSub: 'x',
      passwordHash: 'x',
      consentIp: '::1',
      __proto__: { role: 'admin' },
    };
    expect((await register(forged)).status).toBe(200);
    const row = await getAccount(personBody.email);
    expect(row).toMatchObject({ role: 'natural', emailVerifiedAt: null, googleSub: null });
    expect(row.id).not.toBe('mine');
    expect(row.consentIp).toBe('203.0.113.7');
  });

  test('200 replaces a registration that is not verified; 409 once it is', async () => {
    await register();
    const first = await codeFor(personBody.email);
    world.advance(1000);
    await expectSuccessMessage(
      await register({ ...companyBody, email: 'ANA@Constructora.CL' }),
      sent,
    );
    expect(await getAccount(personBody.email)).toMatchObject({
      role: 'juridica',
      name: personBody.name,
      razonSocial: companyBody.razonSocial,
      createdAt: world.now(),
    });
    expect((await verifyEmail(personBody.email, first)).status).toBe(401);
    expect((await verifyEmail(personBody.email, await codeFor(personBody.email))).status).toBe(200);
    expect(await refusalBodyOf(await register())).toEqual(refusalWith(409, 'email_taken'));
    expect(await getCompany(personBody.email)).toMatchObject({ role: 'juridica' });
  });
});

describe('POST /api/auth/verify', () => {
  test('200 verifies without opening a session, and again for any code afterwards', async () => {
    await register();
    const response = await verifyEmail(personBody.email, await codeFor(personBody.email));
    expect(response.headers.getSetCookie()).toEqual([]);
    await expectSuccessMessage(response, known);
    expect((await getAccount(personBody.email)).emailVerifiedAt).toBe(world.now());
    await expectSuccessMessage(await verifyEmail(personBody.email, 'AAAAAA'), known);
  });

  test('400 for a malformed code, 401 for a wrong one, 404 for an unknown e-mail', async () => {
    await register();
    const code = await codeFor(personBody.email);
    for (const typed of ['', code.slice(1), `${code}A`, 123456, null, [code]]) {
      const response = await verifyEmail(personBody.email, typed as string);
      expect(response.status, String(typed)).toBe(400);
      expect(Object.keys((await response.json()).fields)).toEqual(['code']);
    }
    expect(await refusalBodyOf(await verifyEmail(personBody.email, wrongCodeFor(code)))).toEqual(
      refusalWith(401, 'invalid_code'),
    );
    expect(await refusalBodyOf(await verifyEmail('nadie@example.cl', code))).toEqual(
      refusalWith(404, 'account_not_found'),
    );
  });
});

describe('POST /api/auth/resend', () => {
  test('429 within a minute of the last code, 200 after it, 404 for an unknown e-mail', async () => {
    await register();
    const soon = await resendCode(personBody.email);
    expect(soon.headers.get('retry-after')).toBe('60');
    expect(await refusalBodyOf(soon)).toEqual({
      ...refusalWith(429, 'rate_limited'),
      message: 'Ya te enviamos un código. Podrás pedir otro en 60 segundos.',
    });
    world.advance(60_000);
    await expectSuccessMessage(await resendCode(personBody.email), 'Te enviamos otro código.');
    expect(await queuedMails()).toHaveLength(2);
    expect(await refusalBodyOf(await resendCode('nadie@example.cl'))).toEqual(
      refusalWith(404, 'account_not_found'),
    );
    expect((await resendCode('ana')).status).toBe(400);
  });
});
