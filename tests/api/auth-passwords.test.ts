import { describe, expect, test } from 'vitest';
import { passwordCost } from '#lib/platform/security/passwords.ts';
import { getAccount, makeAccount, PASSWORD, personBody, signIn } from '#tests/support/accounts.ts';
import {
  fieldRefusal,
  logIn,
  refusalBodyOf,
  refusalWith,
  register,
  requestPasswordReset,
  resetPassword,
  resetTokenFor,
} from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

const short = 'Usa 8 caracteres o más.';

const long = 'Usa 128 caracteres como máximo.';

const noText = 'Quita los caracteres que no son texto.';

const own = 'Elige una contraseña sin tu correo, tu RUT ni tu nombre.';

const common = 'Esa contraseña es de las más usadas. Elige otra.';

describe('a new password', () => {
  test.each([
    ['7 characters', 'abcdefg', short],
    ['7 emoji, 14 halves', '🦊'.repeat(7), short],
    ['129 characters', 'x'.repeat(129), long],
    ['129 emoji', '🦊'.repeat(129), long],
    ['10,000 characters', 'x'.repeat(10_000), long],
    ['a NUL', 'clave\0secreta', noText],
    ['a line break', 'clave\nsecreta', noText],
    ['an escape', 'clave\x1bsecreta', noText],
    ['a C1 control', 'clave\x85secreta', noText],
    ['nothing', '', short],
    ['a number', 12345678, 'Ingresa una contraseña.'],
    ['a list', ['un caballo azul'], 'Ingresa una contraseña.'],
    ['one of the most used', 'password1', common],
    ['the name of the service', 'Resguardo2026!', common],
  ])('of %s is refused', async (_name, password, message) => {
    expect(await refusalBodyOf(await register({ password }))).toEqual(
      fieldRefusal({ password: message }),
    );
  });

  test.each([
    ['the e-mail', 'ana@constructora.cl!'],
    ['the e-mail, written otherwise', 'ANA_constructora_CL'],
    ['the RUT', 'clave 12345678'],
    ['the RUT with dots', 'mi-12.345.678-5'],
    ['the whole name', 'x ana MUÑOZ x y z w'],
    ['the surname and little more', 'Munoz2026!'],
    ['the company and little more', 'Montajes.2026'],
    ['two words of the company', 'MontajesAustrales2026'],
    ['the domain of the e-mail and little more', 'constructora.cl2026'],
    ['the RUT in other digits', 'clave １２３４５６７８'],
  ])('with %s is refused', async (_name, password) => {
    const response = await register({ password, razonSocial: 'Montajes Australes Ltda.' });
    expect(await refusalBodyOf(response)).toEqual(fieldRefusal({ password: own }));
  });

  test('with the e-mail before its @ is refused', async () => {
    const response = await register({
      email: 'luis.perez@empresa.cl',
      password: 'xx luisperez xx',
    });
    expect(await refusalBodyOf(response)).toEqual(fieldRefusal({ password: own }));
  });

  test('with three letters of the e-mail is accepted', async () => {
    const response = await register({ email: 'ana@example.cl', password: 'banana split 77' });
    expect(response.status).toBe(200);
  });

  test('with the own name and RUT is refused at a reset and at a change too', async () => {
    await makeAccount();
    await requestPasswordReset(personBody.email);
    const token = await resetTokenFor(personBody.email);
    const password = 'Muñoz-12345678';
    expect(await refusalBodyOf(await resetPassword(token, password))).toEqual(
      fieldRefusal({ password: own }),
    );
    const changed = await api('/api/auth/change-password', {
      json: { current: PASSWORD, password },
      cookies: await signIn(),
    });
    expect(await refusalBodyOf(changed)).toEqual(fieldRefusal({ password: own }));
  });

  test.each([
    ['a word of the name among others', 'tres muñoz y un faro'],
    ['8 characters', 'q7#kd!ñz'],
    ['a word of this place among others', 'mi garantia azul'],
    ['8 emoji', '🦊🐻🐼🐨🐯🦁🐮🐷'],
    ['128 characters', `${'y'.repeat(127)}Z`],
    ['128 emoji', '🦊'.repeat(128)],
    ['letters of other scripts', 'пароль-密码-كلمة'],
    ['quotes and markup', `'; drop table accounts; -- <b>`],
  ])(
    'of %s is accepted and logs in, and without its last character it does not',
    async (_name, password) => {
      await makeAccount({ password });
      expect((await logIn({ password })).status).toBe(200);
      expect((await logIn({ password: password.slice(0, -1) })).status).toBe(401);
    },
  );

  test('keeps its letter case and its blanks, inside and around', async () => {
    await makeAccount({ password: '  dos Espacios ' });
    expect((await logIn({ password: '  dos Espacios ' })).status).toBe(200);
    for (const other of ['dos Espacios', ' dos Espacios ', '  dos Espacios', '  dos espacios ']) {
      expect((await logIn({ password: other })).status, other).toBe(401);
    }
  });

  test('is the same whether its accents are composed or not', async () => {
    await makeAccount({ password: 'contraseña única'.normalize('NFD') });
    expect((await logIn({ password: 'contraseña única'.normalize('NFC') })).status).toBe(200);
  });
});

describe('a typed password', () => {
  test.each([
    ['a NUL', 'un paraguas amarillo\0'],
    ['half an emoji', 'un paraguas \ud83e'],
    ['1,024 characters', 'x'.repeat(1024)],
  ])('with %s is answered as wrong', async (_name, password) => {
    await makeAccount();
    expect(await refusalBodyOf(await logIn({ password }))).toEqual(
      refusalWith(401, 'wrong_credentials'),
    );
  });

  test('of 10,000 characters is refused before it is hashed', async () => {
    expect((await logIn({ password: 'x'.repeat(10_000) })).status).toBe(400);
  });

  test('is hashed again by a successful login after the cost was raised, and only then', async () => {
    await makeAccount();
    const before = await getAccount(personBody.email);
    await logIn();
    expect((await getAccount(personBody.email)).passwordHash).toBe(before.passwordHash);
    passwordCost.timeCost += 1;
    try {
      await logIn({ password: 'another password' });
      expect((await getAccount(personBody.email)).passwordHash).toBe(before.passwordHash);
      expect((await logIn()).status).toBe(200);
      const after = await getAccount(personBody.email);
      expect(after.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=3,p=1\$/);
      expect((await logIn()).status).toBe(200);
      expect((await getAccount(personBody.email)).passwordHash).toBe(after.passwordHash);
    } finally {
      passwordCost.timeCost -= 1;
    }
  });
});
