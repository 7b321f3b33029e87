import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseOrderId, parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { safeNext } from '#lib/http/api/safe-next.ts';
import { partOf } from '#lib/http/files/ranges.ts';
import { groupAmount, parseAmount } from '#lib/platform/chile/amounts.ts';
import { checkDigitOf, formatRut, parseRut } from '#lib/platform/chile/rut.ts';
import {
  calendarDate,
  email,
  httpUrl,
  multilineText,
  phone,
  rut,
  singleLineText,
} from '#lib/platform/operations/fields.ts';
import { cleanFileName, extensionOf } from '#lib/platform/storage/file-name.ts';
import { hostileText } from '#tools/fuzz/arbitraries.ts';
import { RUNS, SEED } from '#tools/fuzz/property.ts';

/** Our parsers of what anybody typed or sent are total, stable, and linear in its length. */
const settings = { numRuns: Math.ceil(RUNS * 0.04), seed: SEED };

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });

describe('a RUT', () => {
  const body = fc.integer({ min: 100_000, max: 999_999_999 }).map(String);

  test('is read in every usual spelling', () => {
    const spelling = fc.tuple(
      body,
      fc.constantFrom('', '.', ' '),
      fc.constantFrom('-', '', '‐', ' - '),
    );
    const check = ([digits, dot, hyphen]: [string, string, string]) => {
      const expected = `${digits}-${checkDigitOf(digits)}`;
      const grouped = digits.replace(/\B(?=(\d{3})+$)/g, dot);
      const typed = `${grouped}${hyphen}${checkDigitOf(digits).toLowerCase()}`;
      expect(parseRut(typed)).toBe(expected);
      expect(parseRut(formatRut(expected))).toBe(expected);
    };
    fc.assert(fc.property(spelling, check), settings);
  });

  test('with any other check digit is refused', () => {
    const wrong = fc.tuple(body, fc.constantFrom(...'0123456789K'));
    const check = ([digits, digit]: [string, string]) => {
      fc.pre(checkDigitOf(digits) !== digit);
      expect(parseRut(`${digits}-${digit}`)).toBeNull();
    };
    fc.assert(fc.property(wrong, check), settings);
  });
});

const decimalOf = (typed: string) => parseAmount(typed)?.decimal ?? null;

describe('an amount', () => {
  test('keeps every digit when it is grouped and read again', () => {
    const amount = fc.tuple(fc.integer({ min: 0, max: 9 }), digits(0, 30), digits(0, 4));
    const check = ([first, rest, decimals]: [number, string, string]) => {
      const whole = `${first === 0 ? 1 : first}${rest}`;
      const decimal = decimals ? `${whole}.${decimals}` : whole;
      // Three digits behind a comma are unclear behind fewer than four (`1,500`).
      fc.pre(whole.length > 3 || decimals.length !== 3);
      expect(decimalOf(groupAmount(decimal))).toBe(decimal);
    };
    fc.assert(fc.property(amount, check), settings);
  });

  test('has the same value when its grouped form is read again', () => {
    const typed = fc.oneof(
      hostileText,
      fc.string({ unit: fc.constantFrom(...'0123456789.,$ UFSD-e') }),
    );
    const check = (text: string) => {
      const once = decimalOf(text);
      if (once === null) return;
      expect(once).toMatch(/^(0|[1-9]\d*)(\.\d{1,4})?$/);
      expect(decimalOf(groupAmount(once))).toBe(once);
    };
    fc.assert(fc.property(typed, check), settings);
  });
});

describe('the address that a login continues to', () => {
  test('never leads to another site, whatever was requested', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      'malo.cl',
      '@',
      ':',
      '\t',
      '\n',
      '%2f',
      '.',
      '..',
      '?',
      '#',
      'javascript:',
      '\u2028',
      'panel',
    );
    const next = fc.oneof(
      hostileText,
      fc.array(piece).map((parts) => parts.join('')),
    );
    const check = (text: string) => {
      const path = safeNext(text);
      expect(new URL(path, 'https://resguardo.cl').origin).toBe('https://resguardo.cl');
      expect(safeNext(path)).toBe(path);
    };
    fc.assert(fc.property(next, check), settings);
  });
});

describe('a request header for a part of a file', () => {
  test('Range gives a part inside the file, the whole file or none', () => {
    const word = fc.oneof(digits(0, 20), fc.constantFrom('-', '-1', ' ', '9'.repeat(400), 'e'));
    const range = fc.oneof(
      hostileText.map((text) => text.replace(/[^ -~]/g, '')),
      fc.tuple(word, word).map(([a, b]) => `bytes=${a}-${b}`),
      fc
        .array(fc.tuple(word, word))
        .map((all) => `bytes=${all.map((one) => one.join('-')).join(',')}`),
    );
    const check = (text: string, size: number) => {
      const part = partOf(new Headers({ range: text }), { etag: '"a"', size });
      if (typeof part === 'string') {
        expect(['whole', 'unsatisfiable']).toContain(part);
        return;
      }
      expect(part.start).toBeGreaterThanOrEqual(0);
      expect(part.start).toBeLessThanOrEqual(part.end);
      expect(part.end).toBeLessThan(size);
    };
    fc.assert(fc.property(range, fc.nat(1000), check), settings);
  });

  test('If-None-Match compares whole tags', () => {
    const tags = fc.array(fc.constantFrom('"a"', 'W/"a"', '"b"', 'a', '*', '', ' '));
    const check = (list: string[]) => {
      const headers = new Headers({ 'if-none-match': list.join(', ') });
      const same = list.some((tag) => ['"a"', 'W/"a"', '*'].includes(tag));
      expect(partOf(headers, { etag: '"a"', size: 1 }) === 'unchanged').toBe(same);
    };
    fc.assert(fc.property(tags, check), settings);
  });
});

describe('a file name', () => {
  test('is clean after cleaning it once: short, without separators or control characters', () => {
    const check = (text: string) => {
      const clean = cleanFileName(text);
      expect(cleanFileName(clean)).toBe(clean);
      expect(clean.length).toBeLessThanOrEqual(120);
      expect(clean).not.toMatch(/[/\\\p{C}]|^\./u);
      expect(extensionOf(clean)).toMatch(/^[a-z0-9]{0,10}$/);
    };
    fc.assert(fc.property(hostileText, check), settings);
  });
});

describe('a field', () => {
  const kinds = {
    line: singleLineText('x'),
    paragraph: multilineText('x'),
    email: email('x'),
    phone: phone('x'),
    rut: rut('x'),
    date: calendarDate('x'),
    url: httpUrl(),
  };

  test.each(Object.entries(kinds))('of the kind %s accepts its own output unchanged', (_, kind) => {
    let taken = 0;
    const check = (text: string) => {
      const once = kind.safeParse(text);
      if (!once.success) return;
      taken += 1;
      expect(kind.parse(once.data)).toBe(once.data);
    };
    const good = fc.constantFrom(
      ...['Ana@Constructora.cl ', ' 2026-11-22', 'https://garantias.cl/a?b=c', '+56 9 1234 5678'],
      ...['76.086.428-5', 'Una línea '],
    );
    fc.assert(fc.property(fc.oneof(hostileText, good), check), settings);
    expect(taken).toBeGreaterThan(0);
  });
});

describe('a code of Mercado Público', () => {
  test('is read as the same code when the result is read again', () => {
    const code = fc.oneof(
      hostileText,
      fc
        .tuple(
          digits(1, 8),
          digits(1, 6),
          fc.constantFrom('LE', 'lp', 'AG', 'CI2', 'ZZ'),
          digits(2, 2),
        )
        .map(([a, b, c, d]) => `${a}-${b}-${c}${d}`),
    );
    const check = (text: string) => {
      for (const parse of [parseTenderId, parseOrderId]) {
        const once = parse(text);
        if (once.ok) expect(parse(once.code.id)).toEqual(once);
      }
    };
    fc.assert(fc.property(code, check), settings);
  });
});
