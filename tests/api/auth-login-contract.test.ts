/** The tests follow contract 4.2, row by row: each status with its whole body. */

import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { makeAccount, personBody } from '#tests/support/accounts.ts';
import {
  anonymousSession,
  companyBody,
  completeProfile,
  expectSuccessMessage,
  fieldRefusal,
  logIn,
  logOut,
  makeSession,
  readSession,
  refusalBodyOf,
  refusalWith,
  register,
  requestPasswordReset,
  resetPassword,
  resetTokenFor,
  tokenOf,
} from '#tests/support/auth-calls.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

describe('POST /api/auth/login', () => {
  test('200: answers e-mail and role, and sets the session cookie', async () => {
    await makeAccount(companyBody);
    const response = await logIn({ email: 'LUIS@empresa.cl', profile: 'juridica' });
    expect(response.status).toBe(200);
    const data = { email: companyBody.email, role: 'juridica' };
    expect(await response.json()).toEqual({ success: true, data });
    expect(tokenOf(response)).toMatch(/^[\w-]{43}$/);
  });

  test('400, 401 and 403 set no cookie', async () => {
    await makeAccount();
    await register({ email: 'nueva@example.cl' });
    const wrong = refusalWith(401, 'wrong_credentials');
    for (const [body, expected] of [
      [{ password: 'otra clave larga' }, wrong],
      [{ email: 'nadie@example.cl' }, wrong],
      [{ email: 'nadie@example.cl', profile: 'admin' }, wrong],
      [{ email: 'nueva@example.cl', password: 'otra clave larga' }, wrong],
      [{ email: 'nueva@example.cl' }, refusalWith(403, 'email_not_verified')],
      [{ profile: 'juridica' }, refusalWith(403, 'profile_not_permitted')],
      [{ profile: 'admin' }, refusalWith(403, 'profile_not_permitted')],
      [{ profile: 'root' }, fieldRefusal({ profile: 'Elige un perfil.' })],
      [{ password: '' }, fieldRefusal({ password: 'Ingresa tu contraseña.' })],
    ] as const) {
      const response = await logIn(body);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await refusalBodyOf(response), JSON.stringify(body)).toEqual(expected);
    }
  });

  test('429 after ten tries', async () => {
    for (let i = 0; i < 10; i++) await logIn();
    const response = await logIn();
    expect(await refusalBodyOf(response)).toEqual({
      ...refusalWith(429, 'rate_limited'),
      message: 'Hubo muchos intentos seguidos. Espera unos 15 minutos y prueba otra vez.',
    });
    expect(response.headers.get('retry-after')).toBe('900');
    expect(response.headers.get('ratelimit')).toBe('"login-email-ip";r=0;t=900');
    expect(response.headers.get('ratelimit-policy')).toBe('"login-email-ip";q=10;w=900');
  });

  test('accepts any profile for an admin, and the profile becomes the role of the session', async () => {
    const { id } = await makeAccount();
    await getDb().write((tx) =>
      tx.update(accounts).set({ role: 'admin' }).where(eq(accounts.id, id)),
    );
    for (const profile of ['natural', 'juridica', 'admin'] as const) {
      const response = await logIn({ profile });
      const data = { email: personBody.email, role: profile };
      expect(await response.json()).toEqual({ success: true, data });
      expect(await readSession(tokenOf(response))).toMatchObject({ role: profile });
    }
    expect(await (await logIn()).json()).toMatchObject({ data: { role: 'admin' } });
  });
});

describe('GET and DELETE /api/auth/session', () => {
  test('200 with or without a session; the logout ends it and deletes the cookie', async () => {
    await makeAccount();
    const token = await makeSession();
    expect(await readSession(token)).toEqual({
      authenticated: true,
      email: personBody.email,
      role: 'natural',
    });
    for (const none of ['', 'x', 'A'.repeat(43), 'A'.repeat(5000)]) {
      expect(await readSession(none)).toEqual(anonymousSession);
    }
    const response = await logOut(token);
    expect(response.headers.getSetCookie()).toEqual([
      'service_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
    await expectSuccessMessage(response, 'Cerraste sesión.');
    expect(await readSession(token)).toEqual(anonymousSession);
    await expectSuccessMessage(await logOut(), 'Cerraste sesión.');
    await expectSuccessMessage(await logOut(token), 'Cerraste sesión.');
  });
});

describe('POST /api/auth/forgot-password and reset-password', () => {
  const mailed =
    'Si hay una cuenta con ese correo, te enviamos un enlace para cambiar la contraseña.';

  test('200 for a request and a change; 400 for a bad e-mail, a short password and a used token', async () => {
    await makeAccount();
    await expectSuccessMessage(await requestPasswordReset(personBody.email), mailed);
    expect(await refusalBodyOf(await requestPasswordReset('ana'))).toEqual(
      fieldRefusal({ email: 'Revisa el correo: debe tener la forma nombre@empresa.cl.' }),
    );
    const token = await resetTokenFor(personBody.email);
    expect(await refusalBodyOf(await resetPassword(token, 'corta'))).toEqual(
      fieldRefusal({ password: 'Usa 8 caracteres o más.' }),
    );
    const changed = 'Cambiaste tu contraseña. Inicia sesión con la nueva.';
    await expectSuccessMessage(await resetPassword(token, 'un farol encendido'), changed);
    expect(await refusalBodyOf(await resetPassword(token, 'otro farol encendido'))).toEqual(
      refusalWith(400, 'invalid_token'),
    );
    expect((await logIn()).status).toBe(401);
    expect((await logIn({ password: 'un farol encendido' })).status).toBe(200);
  });
});

test('a login that is sent as text/plain, like by a form of another site, is refused with 415', async () => {
  await makeAccount();
  const body = JSON.stringify({
    email: personBody.email,
    password: personBody.password,
    '=': '',
  });
  const headers = { 'content-type': 'text/plain' };
  const response = await logIn({}, { json: undefined, body, headers });
  expect(response.status).toBe(415);
});

describe('with captchas on', () => {
  test('but without keys, registration, login and password recovery are refused with 503', async () => {
    await world.reopen({ CAPTCHA: 'on' });
    for (const response of [
      await register(),
      await logIn(),
      await requestPasswordReset(personBody.email),
    ]) {
      expect(await refusalBodyOf(response)).toEqual(refusalWith(503, 'not_configured'));
    }
  });

  test('registration, login and password recovery without an answer are refused with 403', async () => {
    await world.reopen({ CAPTCHA: 'on', TURNSTILE_SITE_KEY: 'a', TURNSTILE_SECRET_KEY: 'b' });
    for (const response of [
      await register(),
      await logIn(),
      await requestPasswordReset(personBody.email),
    ]) {
      expect(await refusalBodyOf(response)).toEqual(refusalWith(403, 'captcha_invalid'));
    }
  });
});

test('a session cookie is found beside other cookies, by its exact name only', async () => {
  await makeAccount();
  const token = await makeSession();
  expect(await readSession(`${token}; otra=1`)).toMatchObject({ authenticated: true });
  expect(await readSession(`x; xservice_session=${token}`)).toMatchObject({ authenticated: false });
  expect((await completeProfile({ name: 'Ana' }, `${token}x`)).status).toBe(401);
});
