import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { isAboutOwner } from '#lib/domain/accounts/own-password.ts';
import { isCommonPassword } from '#lib/platform/security/passwords.ts';

describe('a new password', () => {
  const owner = {
    email: 'ana@correo-zq.cl',
    name: 'Ana Pérez',
    razonSocial: 'Constructora Andes SpA',
  };

  test.each([
    ...[
      'Andes12345678',
      'Constructora12345678',
      'Andesqwertyui',
      'Andespassword1',
      'AndesEnero2026',
    ],
    ...[
      'correo-zq.cl2026',
      'CorreoZqCl-2026',
      '2026@correo-zq.cl',
      'C0nstructora-Andes-1',
      '4nd3$-2026!',
    ],
    ...['PerezAna12345', 'P3rez.19283746', 'Ana-12345678', 'Andes20262026', 'Andesandes-1'],
  ])('like %s is recognised as made of its owner’s words', (password) => {
    expect(isAboutOwner(password, owner)).toBe(true);
  });

  test.each([
    ['Constructora Los Andes SpA', 'ConstructoraLosAndesVentasNorte'],
    ['Constructora Los Andes S.p.A.', 'norte-CONSTRUCTORA LOS ANDES-lento'],
    ['Constructora Los Andes, S. A.', 'ConstructoraLosAndesVentasNorte'],
    ['Constructora Los Andes y Compañía Ltda.', 'ConstructoraLosAndesVentasNorte'],
    ['Constructora Los Andes Sociedad Anónima', 'ConstructoraLosAndesVentasNorte'],
    ['Constructora Los Andes E.I.R.L.', 'ConstructoraLosAndesVentasNorte'],
    ['Constructora Los Andes Limitada', 'C0nstructoraLosAndesVentasNorte'],
    ['Ana Pérez', '𝐀𝐍𝐀𝐏𝐄𝐑𝐄𝐙-girasol-lento'],
    ['Ana Pérez', 'ＡＮＡＰＥＲＥＺ－girasol-lento'],
    ['Ana Pérez', 'ⓐⓝⓐⓅⒺⓇⒺⓏ-girasol-lento'],
  ])('of the owner %s like %s is recognised as having that name', (razonSocial, password) => {
    expect(isAboutOwner(password, { email: 'v@correo-zq.cl', razonSocial })).toBe(true);
  });

  test.each(['Casa Rosa', 'Mesa', 'Rosa Ltda.', 'Sol SpA'])(
    'of the owner %s may have words that are only a legal form',
    (razonSocial) => {
      for (const password of [
        'tren-spa-lento-azul',
        'la-rosquilla-limitada',
        'q7 mesita ltda x9',
      ]) {
        expect(isAboutOwner(password, { email: 'v@correo-zq.cl', razonSocial })).toBe(false);
      }
    },
  );

  test.each([
    ...[
      'banana split 77',
      'qanaxv7tmwp2',
      'Kd3anaWq9xLm',
      'zqclh7d2mvwt',
      'manzana-brava',
      'un spa tranquilo',
    ],
    ...['los andes desde el avion', 'x7#Andes!qmv2kd', 'ventana rota 9', 'trece loros', 'q7#kd!ñz'],
  ])('like %s is allowed, because it has only a piece of its owner’s words', (password) => {
    expect(isAboutOwner(password, owner)).toBe(false);
  });

  test('is compared with a list of more than 40 000 common ones', () => {
    expect(dictionary['passwords-common'].length).toBeGreaterThan(40_000);
    const [first] = dictionary['passwords-common'];
    const last = dictionary['passwords-common'].at(-1);
    expect([first, last].map((word) => isCommonPassword(String(word)))).toEqual([true, true]);
  });

  test.each([
    ...[
      '00000000',
      '88888888',
      '1111111111',
      'zzzzzzzz',
      '🦊'.repeat(8),
      'ＡＡＡＡＡＡＡＡ',
      'ñÑñÑñÑñÑ',
    ],
    ...['12121212', '12341234', '123123123', 'holahola', 'abcabcab', '12-12-12-12', 'holahola99'],
    ...[
      '87654321',
      '987654321',
      '0987654321',
      '34567890',
      '12.345.678',
      '¡12345678!',
      '１２３４５６７８',
    ],
    ...['abcdefgh', 'ZYXWVUTS', 'abcd1234', 'qwertyui', 'asdfghjklñ', 'lkjhgfdsa', 'abc-123-xyz'],
    ...[
      'Password123!',
      'Password2024',
      '¡¡dragon1990',
      '2024Monkey',
      'pássword_1',
      'administrador',
    ],
    ...['Password12345678', 'dragon20242024', '¡1-2-3-4-5-6-7-8!'],
    ...[
      'Enero2026',
      'Noviembre2026',
      'Invierno2026',
      '2026-Otoño!',
      'Miércoles-2026',
      'Chile2026!',
    ],
    ...[
      'PASSWORD1',
      'iLoveYou',
      '¡licitación_1!',
      ' '.repeat(8),
      ' \u3000\u00a0 \u2003\u2009 \u202f',
    ],
    ...['chilechile', 'MiClave123', 'micontraseña', 'ContraseñaSegura1', 'Clave2026'],
  ])('like %s is recognised as common', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each([
    ...['password de mi abuela', 'dragon verde 1990', 'qwerty entre 4 sauces', 'correcthorse'],
    ...['3 tristes tigres', '1234 lunas', '8#k$2&4(7)', 'x 19283746'],
    ...['8#kate!93$2@71', 'un enero de lluvia', 'chile es largo'],
  ])('like %s is not taken for a common one', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});
