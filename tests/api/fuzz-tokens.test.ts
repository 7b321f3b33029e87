import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { uploadIdOfUrl } from '#lib/domain/uploads/view.ts';
import { browserOf } from '#lib/http/api/cookies.ts';
import { checkCsrf, mintCsrfToken } from '#lib/http/api/csrf.ts';
import { packFlash, parseFlash } from '#lib/http/forms/flash.ts';
import { firstUntrustedIp } from '#lib/http/server/client-ip.ts';
import { addDays, addYears, daysBetween, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { signedToken, verifySignedToken } from '#lib/platform/security/secrets.ts';
import { limitSubject, shortIp } from '#lib/platform/web/ip-addresses.ts';
import { createWorld, START } from '#tests/support/world.ts';
import { hostileText } from '#tools/fuzz/arbitraries.ts';
import { mutate, mutations } from '#tools/fuzz/mutations.ts';
import { RUNS, SEED } from '#tools/fuzz/property.ts';

/** A token comes back as it was sent, and nothing else is accepted for it. */
const settings = { numRuns: Math.ceil(RUNS * 0.02), seed: SEED };

beforeAll(() => {
  createWorld();
});

const ascii = (text: string) => text.replace(/[^!-~]|[;,]/g, '');
const changed = (text: string, list: Parameters<typeof mutate>[1]) =>
  mutate(Buffer.from(text), list, []).toString('latin1');

describe('a signed token', () => {
  test('a signed token returns its id, and no id once it is changed', () => {
    const check = (text: string, list: Parameters<typeof mutate>[1]) => {
      const id = ascii(text) || 'a';
      const token = signedToken('draft', id);
      expect(verifySignedToken('draft', token)).toBe(id);
      expect(verifySignedToken('resume', token)).toBeNull();
      const other = changed(token, list);
      if (other !== token) expect(verifySignedToken('draft', other)).toBeNull();
    };
    fc.assert(fc.property(hostileText, mutations, check), settings);
  });

  test('an address with an invented token gives no upload id, or one of our errors', () => {
    const check = (text: string) => {
      const address = `http://localhost:3000/api/guarantees/files/${encodeURIComponent(text)}`;
      for (const item of [address, text, `http://localhost:3000${text}`]) {
        try {
          expect(uploadIdOfUrl(item)).toBeNull();
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }
    };
    fc.assert(fc.property(hostileText, check), settings);
  });
});

describe('a CSRF token', () => {
  const passes = (cookie: string, token: string) => {
    const headers = { cookie: `csrf-token=${cookie}`, 'x-csrf-token': token };
    try {
      checkCsrf(new Request('http://localhost/', { headers }), null, START);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      return false;
    }
  };

  test('a CSRF token is accepted as it was issued, and in no other form', () => {
    const check = (list: Parameters<typeof mutate>[1]) => {
      const token = mintCsrfToken(START);
      expect(passes(token, token)).toBe(true);
      const other = ascii(changed(token, list));
      if (other !== token)
        expect([passes(other, other), passes(token, other)]).toEqual([false, false]);
    };
    fc.assert(fc.property(mutations, check), settings);
  });
});

describe('a cookie', () => {
  test('a cookie is found among any other cookies', () => {
    const others = fc.array(hostileText.map(ascii));
    const check = (text: string, before: string[], after: string[]) => {
      const value = ascii(text);
      const out = new Headers();
      browserOf(null, out).set('comparison', value, { seconds: 60 });
      const [pair = ''] = out.getSetCookie().map((set) => set.split(';', 1)[0]);
      const header = [...before.filter((item) => !item.startsWith('comparado')), pair, ...after];
      expect(browserOf(header.join('; ')).get('comparison')).toBe(value);
    };
    fc.assert(fc.property(hostileText, others, others, check), settings);
  });

  test('the cookie of a refused form returns what was typed', () => {
    const values = fc.dictionary(fc.constantFrom('a', 'mensaje', 'correo'), hostileText);
    const check = (typed: Record<string, string>, list: Parameters<typeof mutate>[1]) => {
      const plain = Object.fromEntries(Object.entries(typed));
      const packed = packFlash({ code: 'conflict', message: 'x', fields: {}, values: plain });
      expect(packed.length).toBeLessThanOrEqual(3600);
      const read = parseFlash(packed);
      for (const [name, value] of Object.entries(read?.values ?? {}))
        expect(value).toBe(plain[name]);
      if (JSON.stringify(plain).length < 1500) expect(read?.values).toEqual(plain);
      parseFlash(changed(packed, list));
    };
    fc.assert(fc.property(values, mutations, check), settings);
  });
});

describe('an address of a client', () => {
  test('a client’s IP gives a short text that a limit can count by, whatever the header says', () => {
    const address = fc.oneof(hostileText, fc.ipV4(), fc.ipV6());
    const check = (text: string, proxies: number) => {
      const found = firstUntrustedIp('::ffff:192.0.2.1', text, proxies);
      expect(typeof limitSubject(found)).toBe('string');
      expect(shortIp(found).length).toBeLessThanOrEqual(Math.max(20, found.length + 5));
    };
    fc.assert(fc.property(address, fc.nat(4), check), settings);
  });

  test('an IPv6 address counts as the same however it is written', () => {
    const check = (address: string) => {
      const written = [
        address,
        address.toUpperCase(),
        new URL(`http://[${address}]/`).hostname.slice(1, -1),
      ];
      expect(new Set(written.map(limitSubject)).size).toBe(1);
      expect(new Set(written.map(shortIp)).size).toBe(1);
    };
    fc.assert(fc.property(fc.ipV6(), check), settings);
  });
});

describe('a calendar date', () => {
  const day = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  test('a calendar date returns to itself after as many steps back as forward', () => {
    const check = (date: string, days: number, years: number) => {
      expect(addDays(addDays(date, days), -days)).toBe(date);
      expect(daysBetween(date, addDays(date, days))).toBe(days);
      if (!date.endsWith('-02-29')) expect(addYears(addYears(date, years), -years)).toBe(date);
      expect(isoDay(endOfDay(date))).toBe(date);
      expect(isoDay(endOfDay(date) + 1)).toBe(addDays(date, 1));
    };
    const few = fc.integer({ min: -3000, max: 3000 });
    fc.assert(fc.property(day, few, fc.integer({ min: -50, max: 50 }), check), settings);
  });
});
