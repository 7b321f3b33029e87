import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatAmount,
  formatDate,
  formatDateTime,
  formatDay,
  formatPhone,
  formatRequestNumber,
  formatSize,
} from '#lib/platform/chile/format.ts';

describe('amounts', () => {
  test.each([
    ['1500000', 'pesos', '$ 1.500.000'],
    ['1234.5', 'UF', 'UF 1.234,50'],
    ['1234.50', 'UF', 'UF 1.234,50'],
    ['1000', 'USD', 'US$ 1.000'],
    ['0.0001', 'UF', 'UF 0,0001'],
    ['0001500', 'pesos', '$ 1.500'],
    ['12345678901234567890', 'pesos', '$ 12.345.678.901.234.567.890'],
  ] as const)('%s %s are written %s', (decimal, currency, written) => {
    expect(formatAmount(decimal, currency)).toBe(written);
  });

  test('keep every digit when they are written', () => {
    const decimal = fc.stringMatching(/^[1-9]\d{0,14}\.\d{2,4}$/);
    fc.assert(
      fc.property(decimal, (text) => {
        const digits = formatAmount(text, 'UF').replace(/\D/g, '');
        expect(digits).toBe(text.replace('.', ''));
      }),
    );
  });
});

describe('dates and times', () => {
  test('are those of Chile, in summer and winter', () => {
    expect(formatDate('2027-03-01')).toBe('01-03-2027');
    expect(formatDateTime(Date.UTC(2026, 0, 1, 2, 5))).toBe('31-12-2025, 23:05');
    expect(formatDateTime(Date.UTC(2026, 6, 1, 4, 0))).toBe('01-07-2026, 00:00');
    expect(formatDay(Date.UTC(2026, 6, 1, 3, 59))).toBe('30-06-2026');
  });

  test('agree with the time zone’s table, also at every change of the clocks', () => {
    const table = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/Santiago',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const notices = (ms: number) => table.format(ms).replaceAll('/', '-');
    const [from, to] = [Date.UTC(1970, 0, 1), Date.UTC(2120, 0, 1)];
    fc.assert(
      fc.property(fc.integer({ min: from, max: to }), (ms) => formatDateTime(ms) === notices(ms)),
      {
        numRuns: 2000,
      },
    );
    const hours = Array.from(
      { length: 5 * 365 * 24 },
      (_, n) => Date.UTC(2023, 0, 1) + n * 3_600_000,
    );
    const moments = hours.flatMap((hour) => [hour - 1, hour]);
    expect(moments.filter((ms) => formatDateTime(ms) !== notices(ms))).toEqual([]);
  });

  test('sizes are written in B, kB, MB or GB', () => {
    const sizes = {
      ...{ 0: '0 B', 820: '820 B', 999: '999 B', 1000: '1 kB', 12345: '12 kB' },
      ...{ 999499: '999 kB', 999500: '1,0 MB', 1234567: '1,2 MB' },
      ...{ 999949999: '999,9 MB', 999950000: '1,0 GB' },
    };
    for (const [bytes, size] of Object.entries(sizes)) expect(formatSize(+bytes)).toBe(size);
  });
});

describe('phones', () => {
  test.each([
    ['912345678', '+56 9 1234 5678'],
    ['56912345678', '+56 9 1234 5678'],
    ['+56 9 1234 5678', '+56 9 1234 5678'],
    ['0056-9-1234.5678', '+56 9 1234 5678'],
    ['(9) 1234-5678', '+56 9 1234 5678'],
    ['223456789', '+56 2 2345 6789'],
    ['41 222 3344', '+56 41 222 3344'],
    ['+56 55 244 5566', '+56 55 244 5566'],
  ])('%s are written %s', (typed, written) => {
    expect(formatPhone(typed)).toBe(written);
  });

  test.each([
    '12345678',
    '+91 2345 6789',
    '+54 9 11 2345 6789',
    '+1 415 555 2671',
    '812345678',
    '',
  ])('such as %s stay as they were typed', (typed) => {
    expect(formatPhone(typed)).toBe(typed);
  });
});

test('the number of a request has a non-breaking space', () => {
  expect(formatRequestNumber(21)).toBe('N.º\u00a021');
});
