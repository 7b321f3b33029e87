import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupAmount, parseAmount } from '#lib/platform/amounts.ts';
import { calendarDate } from '#lib/platform/fields.ts';
import { checkDigit, formatRut, parseRut } from '#lib/platform/rut.ts';

const bodies = fc.integer({ min: 100_000, max: 999_999_999 }).map(String);

describe('RUT', () => {
  test('is read in every usual spelling and written in one', () => {
    fc.assert(
      fc.property(bodies, fc.boolean(), (body, dotted) => {
        const stored = `${body}-${checkDigit(body)}`;
        const typed = dotted ? formatRut(stored) : stored.replace('-', '');
        expect(parseRut(` ${typed.toLowerCase()} `)).toBe(stored);
      }),
    );
  });

  test('has exactly one check digit for each body', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const fitting = [...'0123456789K'].filter((d) => parseRut(body + d) !== null);
        expect(fitting).toEqual([checkDigit(body)]);
      }),
    );
  });

  test.each([
    ['7.445.387-2', '7445387-2'],
    ['9.068.826-k', '9068826-K'],
    ['60.805.000-0', '60805000-0'],
    ['70017820-K', '70017820-K'],
  ])('knows the real %s', (typed, stored) => expect(parseRut(typed)).toBe(stored));

  test.each([
    '',
    '1-9',
    '12.345-5',
    '76.123.456-1',
    'abc',
    '1234567890-1',
    '76123456-0; drop',
    '-',
  ])('refuses %j', (typed) => expect(parseRut(typed)).toBeNull());
});

describe('amounts', () => {
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
  ])('reads %s as %s', (typed, decimal) => expect(parseAmount(typed)).toBe(decimal));

  test.each([
    '',
    '1,500,000',
    '1.50.000',
    '1.500.00',
    '-5',
    '1e6',
    '1,23456',
    '١٢٣',
    '1.500,',
    '1,500',
    '01,500',
    '12 pesos',
  ])('does not guess %j', (typed) => expect(parseAmount(typed)).toBeNull());

  test('keeps every digit on the way to the screen and back', () => {
    const decimals = fc.tuple(
      fc.bigInt({ min: 0n, max: 99_999_999_999_999n }),
      fc.stringMatching(/^\d{1,4}$/),
    );
    fc.assert(
      fc.property(decimals, ([whole, fraction]) => {
        // `1,500` is not clear, so it is never stored that way either.
        fc.pre(fraction.length !== 3 || whole === 0n || whole > 999n);
        expect(parseAmount(groupAmount(`${whole}.${fraction}`))).toBe(`${whole}.${fraction}`);
        expect(parseAmount(groupAmount(String(whole)))).toBe(String(whole));
      }),
    );
  });
});

describe('calendar dates', () => {
  test('are real days, whatever the zone of the machine', () => {
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
