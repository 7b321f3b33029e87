import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addAmounts, parseAmount, parsePesos } from '#lib/platform/chile/amounts.ts';
import { parseRut, rutProblem } from '#lib/platform/chile/rut.ts';
import { calendarDate } from '#lib/platform/operations/fields.ts';

describe('a RUT', () => {
  test.each([
    ['7.445.387-2', '7445387-2'],
    ['9.068.826-k', '9068826-K'],
    ['60.805.000-0', '60805000-0'],
    ['70017820-K', '70017820-K'],
    ['RUT: 76.123.456-0', '76123456-0'],
    ['R.U.T. N° 76.123.456–0', '76123456-0'],
    ['76,123,456-0', '76123456-0'],
  ])('is read from %s', (typed, stored) => expect(parseRut(typed)).toBe(stored));

  test.each([
    '',
    '1-9',
    '12.345-5',
    '76.123.456-1',
    'abc',
    '1234567890-1',
    '76123456-0; drop',
    '-',
  ])('is refused in %j', (typed) => expect(parseRut(typed)).toBeNull());

  test.each([
    ['76.123.456-1', /dígito verificador no coincide/],
    ['hola', /^Escribe el RUT con números/],
    ['12.345', /^Escribe el RUT con números/],
  ])('is refused in %s with the reason', (typed, words) => {
    expect(rutProblem(typed)).toMatch(words);
  });
});

const decimalOf = (typed: string) => parseAmount(typed)?.decimal ?? null;

describe('an amount', () => {
  test.each([
    ['1.500.000,50', '1500000.50'],
    ['1500000', '1500000'],
    ['$ 1.500.000', '1500000'],
    ['1.500', '1500'],
    ['1500.5', '1500.5'],
    ['UF 1.234,5', '1234.5'],
    ['0,5', '0.5'],
    ['007', '7'],
    ['US$ 10', '10'],
    ['$ 1.500.000.-', '1500000'],
    ['$1.500.000.–', '1500000'],
    ['$1.500.000,-', '1500000'],
    ['1.500.000.--', '1500000'],
    ['1.500.000.- pesos', '1500000'],
    ['1,500,000', '1500000'],
    ['1,500,000.5', '1500000.5'],
    ['1’500’000.50', '1500000.50'],
    ["1'500", '1500'],
  ])('is read from %s as %s', (typed, decimal) => expect(decimalOf(typed)).toBe(decimal));

  test.each([
    '',
    '1.50.000',
    '1.500.00',
    '-5',
    '1e6',
    '1,23456',
    '١٢٣',
    '1.500,',
    '1,500',
    '01,500',
    '12 euros',
    '5-',
    '1,500,00',
    '1,500,000,50',
    '1’500,000',
    '1’50',
    '$ 100 UF',
    'UF 100 USD',
  ])('is refused in %j', (typed) => expect(decimalOf(typed)).toBeNull());

  test.each([
    ['UF 100', 'pesos', 'UF'],
    ['100 uf', 'pesos', 'UF'],
    ['US$ 100', 'pesos', 'USD'],
    ['100 dólares', 'UF', 'USD'],
    ['$ 100', 'UF', 'pesos'],
    ['$ 100', 'USD', 'USD'],
    ['100 pesos', 'UF', 'pesos'],
    ['100', 'UF', 'UF'],
  ] as const)('typed as %s with %s chosen gets the unit that was meant', (typed, chosen, unit) => {
    expect(parseAmount(typed, chosen)).toEqual({ decimal: '100', unit });
  });

  test.each([
    [[], '0'],
    [['1', '2'], '3'],
    [['0.3', '0.4'], '0.7'],
    [['0.05', '0.95', '1.5'], '2.5'],
    [['0.0001', '99999999999999999'], '99999999999999999.0001'],
  ])('is added exactly: %j make %s', (decimals, sum) => {
    expect(addAmounts(decimals)).toBe(sum);
  });

  test('in another unit is not read as pesos', () => {
    expect(['$ 45.000', '45.000 pesos', 'UF 100', '100 USD'].map(parsePesos)).toEqual([
      '45000',
      '45000',
      null,
      null,
    ]);
  });
});

describe('a calendar date', () => {
  test('is valid exactly if it is a real day, whatever the zone of the machine', () => {
    const schema = calendarDate('falta');
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 2100 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 31 }),
        (year, month, day) => {
          const text = [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
            '-',
          );
          const real = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
          expect(schema.safeParse(text).success).toBe(real);
        },
      ),
    );
  });
});
