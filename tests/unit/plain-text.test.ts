import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { currentPassword, newPassword } from '#lib/domain/accounts/schema.ts';
import { sharePassword } from '#lib/domain/share-links/schema.ts';
import { apiOperations } from '#lib/http/api/operations.ts';
import { asciiEmail } from '#lib/platform/mail/email-address.ts';
import { hasContactDetails } from '#lib/platform/mail/public-names.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';
import { cleanFileName } from '#lib/platform/storage/file-name.ts';
import { forms } from '#tests/support/forms.ts';

const passwords: unknown[] = [newPassword, currentPassword, sharePassword];

/** Returns each text of a schema with the name of its field and its patterns. */
function textsOf(
  schema: unknown,
  name = '',
): { name: string; patterns: string[]; schema: unknown }[] {
  if (!(schema instanceof z.ZodType)) return [];
  const { def } = schema as unknown as { def: Record<string, unknown> };
  if (schema instanceof z.ZodString) {
    const checks = (def.checks ?? []) as { _zod: { def: { pattern?: RegExp } } }[];
    return [{ name, patterns: checks.map(({ _zod }) => String(_zod.def.pattern)), schema }];
  }
  const { shape, options = [] } = def as { shape?: object; options?: unknown[] };
  return [
    ...Object.entries(shape ?? {}).flatMap(([key, inner]) => textsOf(inner, key)),
    ...[...options, def.innerType, def.element, def.in, def.out].flatMap((item) =>
      textsOf(item, name),
    ),
  ];
}

describe('plain text', () => {
  test.each([
    ['a\u00ad\u034f\u115f\u200b\u200f\u202a\u202e\u2060\u2069\u3164\ufe0f\ufeff\u{e0041}b', 'ab'],
    ['a\u00a0b\u2007c\u2009d\u202fe\u3000f', 'a b c d e f'],
    [
      '1\u20102\u20113\u20124\u20135\u20146\u20157\u22128\ufe589\ufe630\uff0d1',
      '1-2-3-4-5-6-7-8-9-0-1',
    ],
    ['ａｎａ＠ｘ．cl ０９（Ｋ）', 'ana@x.cl 09(K)'],
    ['👨\u200d👩 ñandú\n\tÁ', '👨👩 ñandú\n\tÁ'],
  ])('of %j is %j', (pasted, meant) => {
    expect(plainText(pasted)).toBe(meant);
    expect(plainText(pasted, 'password')).toBe(pasted);
  });

  test('keeps dashes in every field of several lines, and every password as typed', () => {
    const input = [...apiOperations, ...forms.map(({ operation }) => operation)];
    const texts = input.flatMap(({ body, form }) => [...textsOf(body), ...textsOf(form?.fields)]);
    const ofLines = texts.filter(({ patterns }) =>
      patterns.some((item) => item.includes('[\\n\\r\\t]')),
    );
    expect(new Set(ofLines.map(({ name }) => name)).size).toBeGreaterThan(8);
    const unified = ofLines.filter(({ name }) => plainText('–', name) !== '–');
    expect(unified.map(({ name }) => name)).toEqual([]);
    const secrets = texts.filter(({ schema }) => passwords.includes(schema));
    expect(new Set(secrets.map(({ name }) => name))).toEqual(new Set(['password', 'current']));
    for (const { name } of secrets) expect(plainText('\u200b\u00a0–', name)).toBe('\u200b\u00a0–');
  });

  test('is also made of file names', () => {
    expect(cleanFileName('Bases\u00a0\u2013\u202e obra\u3164.pdf')).toBe('Bases - obra.pdf');
  });
});

test.each([
  'evil.\u200bcl',
  'evil\uff0ecl',
  'evil。cl',
  'evil｡cl',
  'ⓔⓥⓘⓛ.ⓒⓛ',
  'evil.c\u0335l',
  'ana＠evil',
  'https:／／evil',
  'evil․cl',
  'evil[.]com',
  'evil(punto)com',
  'evil. com',
  'evil .com',
  'mailto:ana',
  'tel:133',
  '98765432',
  '+56 9 8765 4321',
  '9.8765.4321',
  '９８７６５４３２',
  '9:8765:4321',
  '9,8765,4321',
  '9_8765_4321',
  '9·8765·4321',
  '60-01-2345',
  '98765432-1',
  '98.765.432-1',
  'malo punto cl',
  'la CuentaRUT 12.345.678-5',
  'la Cuenta-RUT del RUT 12.345.678-5',
  'la cuenta corriente 123456',
  'mi RUT 98.765.432-1 o llame a',
])('%s in a note counts as contact details', (note) => {
  expect(hasContactDetails(`Paga en ${note} hoy`)).toBe(true);
});

test.each([
  'Hola, Ana. Va la póliza: $ 1.500.000 (5 %). Saludos…',
  'Garantía por $ 15.000.000 hasta el 15-03-2027. Soc. Com. Andes, RUT 76.123.456-0.',
  'Licitación 1057540-12-LP26, N.º 2',
  'Licitación 2239-17-LR26, del 15/03/2027',
  'RUT 76.123.456-0',
  'Factura 12345',
  'Boleta por UF 1.234.567,5 hasta 2027-03-15',
  'Balances 2024, 2025 y 2026',
  'F30-1 10-2026',
  'Cartola de la cuenta corriente, octubre 2026',
  'Paga la prima antes del 15-03-2027: $ 1.250.000',
  'Llámame si falta algo',
])('a note in words has no contact details: %s', (note) => {
  expect(hasContactDetails(note)).toBe(false);
});

test('a mail is sent to its domain in ASCII', () => {
  expect(asciiEmail('Ana <ana@ñandú.cl>')).toBe('Ana <ana@xn--and-6ma2c.cl>');
  expect(asciiEmail('ana@empresa.cl')).toBe('ana@empresa.cl');
});
