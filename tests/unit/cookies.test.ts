import { expect, test } from 'vitest';
import { cookieHeader } from '#lib/http/cookies.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

test('a path from outside adds no attributes to a cookie', () => {
  expect(cookieHeader('formulario', 'x', 300, '/pagar/a; Path=/; Domain=malo.cl')).toBe(
    'formulario=x; Max-Age=300; Path=/pagar/a%3B Path=/%3B Domain=malo.cl; HttpOnly; SameSite=Lax',
  );
});
