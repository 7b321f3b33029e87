import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { browserOf } from '#lib/http/api/cookies.ts';
import { packFlash, parseFlash } from '#lib/http/forms/flash.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

const flash = (values: Record<string, string>) => ({
  code: 'validation_failed' as const,
  message: 'Hay datos por revisar.',
  fields: { correo: 'Ingresa tu correo.' },
  values,
});
const readBack = (packed: string) => parseFlash(packed);

/** The letter has 2,000 characters of ordinary text. */
const letter = Array.from({ length: 120 }, (_, i) => `Párrafo ${i * 7919}: ¿garantía?`)
  .join('\r\n')
  .slice(0, 2000);

describe('the cookie of a refused form', () => {
  test('holds all typed values, also a message of 2,000 characters', () => {
    const packed = packFlash(flash({ primer_nombre: 'Ana', mensaje: letter }));
    expect(packed.length).toBeLessThan(3700);
    expect(readBack(packed)).toEqual(flash({ primer_nombre: 'Ana', mensaje: letter }));
  });

  test('leaves out the longest value if not all fit', () => {
    const noise = randomBytes(6000).toString('base64');
    const packed = packFlash(flash({ primer_nombre: 'Ana', mensaje: noise }));
    expect(readBack(packed)).toEqual(flash({ primer_nombre: 'Ana' }));
  });

  test.each([
    ['garbage', 'x'],
    ['another shape', deflateRawSync('[1]').toString('base64url')],
    ['a bomb', deflateRawSync('x'.repeat(1_000_000)).toString('base64url')],
  ])('brings back nothing if it holds %s', (_, packed) => {
    expect(readBack(packed)).toBeNull();
  });
});

test('a path from outside cannot add attributes to a cookie', () => {
  const out = new Headers();
  const path = '/pagar/a; Path=/; Domain=malo.cl';
  browserOf(null, out).set('refusedForm', 'x', { seconds: 300, path });
  expect(out.get('set-cookie')).toBe(
    'formulario=x; Max-Age=300; Path=/pagar/a%3B Path=/%3B Domain=malo.cl; HttpOnly; SameSite=Lax',
  );
});

test('the cookie of a refused form leaves room for its name and path', () => {
  const a = randomBytes(2160).toString('base64url');
  expect(parseFlash(packFlash(flash({ a, b: 'x' })))?.values).toEqual({ a, b: 'x' });
  const long = randomBytes(2900).toString('base64url');
  expect(parseFlash(packFlash(flash({ long, b: 'x' })))?.values).toEqual({ b: 'x' });
});
