import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { POST as postRegister } from '#app/api/auth/register/route.ts';
import { privacyVersion } from '#lib/domain/privacy/copy.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { codeFor, person } from '#tests/support/accounts.ts';
import {
  company,
  completeProfile,
  forgot,
  getAccount,
  logIn,
  logOut,
  makeAccount,
  makeSession,
  nobody,
  otherCode,
  queuedMails,
  refusalOf,
  refused,
  refusedFields,
  register,
  resend,
  resetPassword,
  resetTokenFor,
  sessionOf,
  tokenOf,
  verify,
} from '#tests/support/auth-calls.ts';
import { call } from '#tests/support/call.ts';
import { createWorld, type World } from '#tests/support/world.ts';

/** Contract 4.2, row by row: each status with its whole body. */
let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

async function done(response: Response, message: string): Promise<void> {
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 200,
    body: { success: true, message },
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
}
const sent = 'Te enviamos un código para verificar tu correo.';
const known = 'Tu correo está verificado. Ya puedes iniciar sesión.';

describe('POST /api/auth/register', () => {
  test('200: keeps the person with consent, unverified, and queues a code', async () => {
    await done(await register({ source: 'feria' }), sent);
    const { passwordHash, id, ...row } = await getAccount(person.email);
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row).toEqual({
      email: person.email,
      role: 'natural',
      rut: '12345678-5',
      name: person.name,
      source: 'feria',
      googleSub: null,
      emailVerifiedAt: null,
      razonSocial: null,
      telefono: null,
      direccion: null,
      region: null,
      comuna: null,
      consentVersion: privacyVersion,
      consentAt: world.now(),
      consentAddress: '203.0.113.7',
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

  test('200: a company, by its razón social', async () => {
    await done(await register({ ...company, name: undefined }), sent);
    expect(await getAccount(company.email)).toMatchObject({
      role: 'juridica',
      rut: '76123456-0',
      razonSocial: company.razonSocial,
      name: null,
    });
  });

  test('400: what each field needs, in words for the person', async () => {
    const empty = await call(postRegister, '/api/auth/register', { json: {} });
    expect(await refusalOf(empty)).toEqual(
      refusedFields({
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
    expect(await refusalOf(wrong)).toEqual(
      refusedFields({
        email: 'Revisa el correo: debe tener la forma nombre@empresa.cl.',
        password: 'Usa 8 caracteres o más.',
        rut: 'Revisa el RUT: el dígito verificador no coincide. Ejemplo: 12.345.678-5.',
        name: 'Ingresa tu nombre.',
      }),
    );
    expect(await refusalOf(await register({ name: undefined }))).toEqual(
      refusedFields({ name: 'Ingresa tu nombre.' }),
    );
    expect(await refusalOf(await register({ role: 'juridica' }))).toEqual(
      refusedFields({ razonSocial: 'Ingresa la razón social.' }),
    );
    expect(await getDb().read.$count(accounts)).toBe(0);
  });

  test('400: nobody registers as admin, and no field makes one', async () => {
    expect(await refusalOf(await register({ role: 'admin' }))).toEqual(
      refusedFields({ role: 'Elige persona natural o empresa.' }),
    );
    const forged = {
      id: 'mine',
      emailVerified: true,
      emailVerifiedAt: 1,
      isAdmin: true,
      googleSub: 'x',
      passwordHash: 'x',
      consentAddress: '::1',
      __proto__: { role: 'admin' },
    };
    expect((await register(forged)).status).toBe(200);
    const row = await getAccount(person.email);
    expect(row).toMatchObject({ role: 'natural', emailVerifiedAt: null, googleSub: null });
    expect(row.id).not.toBe('mine');
    expect(row.consentAddress).toBe('203.0.113.7');
  });

  test('200 then 409: replaces a registration until it is verified', async () => {
    await register();
    const first = await codeFor(person.email);
    world.advance(1000);
    await done(await register({ ...company, email: 'ANA@Constructora.CL' }), sent);
    expect(await getAccount(person.email)).toMatchObject({
      role: 'juridica',
      name: person.name,
      razonSocial: company.razonSocial,
      createdAt: world.now(),
    });
    expect((await verify(person.email, first)).status).toBe(401);
    expect((await verify(person.email, await codeFor(person.email))).status).toBe(200);
    expect(await refusalOf(await register())).toEqual(refused(409, 'email_taken'));
    expect(await getAccount(person.email)).toMatchObject({ role: 'juridica' });
  });
});

describe('POST /api/auth/verify', () => {
  test('200, also again and with any code; opens no session', async () => {
    await register();
    const response = await verify(person.email, await codeFor(person.email));
    expect(response.headers.getSetCookie()).toEqual([]);
    await done(response, known);
    expect((await getAccount(person.email)).emailVerifiedAt).toBe(world.now());
    await done(await verify(person.email, 'AAAAAA'), known);
  });

  test('400, 401, 404', async () => {
    await register();
    const code = await codeFor(person.email);
    for (const typed of ['', code.slice(1), `${code}A`, 123456, null, [code]]) {
      const response = await verify(person.email, typed as string);
      expect(response.status, String(typed)).toBe(400);
      expect(Object.keys((await response.json()).fields)).toEqual(['code']);
    }
    expect(await refusalOf(await verify(person.email, otherCode(code)))).toEqual(
      refused(401, 'invalid_code'),
    );
    expect(await refusalOf(await verify('nadie@example.cl', code))).toEqual(
      refused(404, 'account_not_found'),
    );
  });
});

describe('POST /api/auth/resend', () => {
  test('200, 404, 429 within the minute that register began', async () => {
    await register();
    const soon = await resend(person.email);
    expect(soon.headers.get('retry-after')).toBe('60');
    expect(await refusalOf(soon)).toEqual({
      ...refused(429, 'rate_limited'),
      message: 'Ya te enviamos un código. Podrás pedir otro en 60 segundos.',
    });
    world.advance(60_000);
    await done(await resend(person.email), 'Te enviamos otro código.');
    expect(await queuedMails()).toHaveLength(2);
    expect(await refusalOf(await resend('nadie@example.cl'))).toEqual(
      refused(404, 'account_not_found'),
    );
    expect((await resend('ana')).status).toBe(400);
  });
});

describe('POST /api/auth/login', () => {
  test('200: data.email and data.role, and the cookie', async () => {
    await makeAccount(company);
    const response = await logIn({ email: 'LUIS@empresa.cl', profile: 'juridica' });
    expect(response.status).toBe(200);
    const data = { email: company.email, role: 'juridica' };
    expect(await response.json()).toEqual({ success: true, data });
    expect(tokenOf(response)).toMatch(/^[\w-]{43}$/);
  });

  test('400, 401 and 403 give no cookie', async () => {
    await makeAccount();
    await register({ email: 'nueva@example.cl' });
    const wrong = refused(401, 'wrong_credentials');
    for (const [body, expected] of [
      [{ password: 'otra clave larga' }, wrong],
      [{ email: 'nadie@example.cl' }, wrong],
      [{ email: 'nadie@example.cl', profile: 'admin' }, wrong],
      [{ email: 'nueva@example.cl', password: 'otra clave larga' }, wrong],
      [{ email: 'nueva@example.cl' }, refused(403, 'email_not_verified')],
      [{ profile: 'juridica' }, refused(403, 'profile_not_permitted')],
      [{ profile: 'admin' }, refused(403, 'profile_not_permitted')],
      [{ profile: 'root' }, refusedFields({ profile: 'Elige un perfil.' })],
      [{ password: '' }, refusedFields({ password: 'Ingresa tu contraseña.' })],
    ] as const) {
      const response = await logIn(body);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await refusalOf(response), JSON.stringify(body)).toEqual(expected);
    }
  });

  test('429 after ten tries', async () => {
    for (let i = 0; i < 10; i++) await logIn();
    const response = await logIn();
    expect(await refusalOf(response)).toEqual(refused(429, 'rate_limited'));
    expect(response.headers.get('retry-after')).toBe('900');
    expect(response.headers.get('ratelimit')).toBe('"login-email-address";r=0;t=900');
    expect(response.headers.get('ratelimit-policy')).toBe('"login-email-address";q=10;w=900');
  });

  test('lets an admin in as any profile, which is then the role', async () => {
    const { id } = await makeAccount();
    await getDb().write((tx) =>
      tx.update(accounts).set({ role: 'admin' }).where(eq(accounts.id, id)),
    );
    for (const profile of ['natural', 'juridica', 'admin'] as const) {
      const response = await logIn({ profile });
      const data = { email: person.email, role: profile };
      expect(await response.json()).toEqual({ success: true, data });
      expect(await sessionOf(tokenOf(response))).toMatchObject({ role: profile });
    }
    expect(await (await logIn()).json()).toMatchObject({ data: { role: 'admin' } });
  });
});

describe('GET and DELETE /api/auth/session', () => {
  test('200 as bare state, with and without a session', async () => {
    await makeAccount();
    const token = await makeSession();
    expect(await sessionOf(token)).toEqual({
      authenticated: true,
      email: person.email,
      role: 'natural',
    });
    for (const none of ['', 'x', 'A'.repeat(43), 'A'.repeat(5000)]) {
      expect(await sessionOf(none)).toEqual(nobody);
    }
    const response = await logOut(token);
    expect(response.headers.getSetCookie()).toEqual([
      'service_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
    await done(response, 'Cerraste sesión.');
    expect(await sessionOf(token)).toEqual(nobody);
    await done(await logOut(), 'Cerraste sesión.');
    await done(await logOut(token), 'Cerraste sesión.');
  });
});

describe('POST /api/auth/forgot-password and reset-password', () => {
  const mailed =
    'Si hay una cuenta con ese correo, te enviamos un enlace para cambiar la contraseña.';

  test('200 and 400', async () => {
    await makeAccount();
    await done(await forgot(person.email), mailed);
    expect(await refusalOf(await forgot('ana'))).toEqual(
      refusedFields({ email: 'Revisa el correo: debe tener la forma nombre@empresa.cl.' }),
    );
    const token = await resetTokenFor(person.email);
    expect(await refusalOf(await resetPassword(token, 'corta'))).toEqual(
      refusedFields({ password: 'Usa 8 caracteres o más.' }),
    );
    const changed = 'Cambiaste tu contraseña. Inicia sesión con la nueva.';
    await done(await resetPassword(token, 'un farol encendido'), changed);
    expect(await refusalOf(await resetPassword(token, 'otro farol encendido'))).toEqual(
      refused(400, 'invalid_token'),
    );
    expect((await logIn()).status).toBe(401);
    expect((await logIn({ password: 'un farol encendido' })).status).toBe(200);
  });
});

describe('POST /api/auth/complete-profile', () => {
  test('401 without a session', async () => {
    expect(await refusalOf(await completeProfile({}, ''))).toEqual(refused(401, 'no_session'));
  });
});
