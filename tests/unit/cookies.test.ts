import { afterEach, beforeEach, expect, test } from 'vitest';
import { cookieHeader } from '#lib/http/cookies.ts';
import { createWorld, type World } from '#tests/support/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

test('a path that somebody else chose adds no attributes to a cookie', () => {
  expect(cookieHeader('formulario', 'x', 300, '/pagar/a; Path=/; Domain=malo.cl')).toBe(
    'formulario=x; Path=/pagar/a%3B Path=/%3B Domain=malo.cl; Max-Age=300; HttpOnly; SameSite=Lax',
  );
});
