import { describe, expect, test } from 'vitest';
import {
  issuerKeyOf,
  mayReportNext,
  newVerificationCode,
  sumClaim,
} from '#lib/domain/issued-guarantees/rules.ts';
import { compareAmounts } from '#lib/platform/chile/amounts.ts';

describe('amounts of guarantees', () => {
  test.each([
    ['1', '1.0000', 0],
    ['1.5', '1.50', 0],
    ['0.0001', '0', 1],
    ['99999999999999999999', '99999999999999999998.9999', 1],
    ['2', '10', -1],
  ])('%s and %s are compared', (a, b, order) => {
    expect(compareAmounts(a, b)).toBe(order);
  });

  test('are claimed up to the whole and not above', () => {
    const part = { amount: '1010.5', claimed: '10.2505' };
    expect(sumClaim({ amount: '100', claimed: null }, undefined)).toEqual({
      added: '100',
      sum: '100',
    });
    expect(sumClaim(part, undefined)).toEqual({ added: '1000.2495', sum: '1010.5' });
    expect(sumClaim(part, '1000.2495')?.sum).toBe('1010.5');
    expect(sumClaim(part, '1000.2496')).toBeNull();
  });
});

describe('the events that may follow', () => {
  test('after an end are none, except after a partial claim', () => {
    const ended = { reported: 'cobrada', amount: '10', claimed: '10' } as const;
    expect(mayReportNext('devuelta', ended)).toBe(false);
    expect(mayReportNext('devuelta', { ...ended, claimed: '9' })).toBe(true);
    expect(mayReportNext('anulada', { ...ended, claimed: '9' })).toBe(false);
    expect(mayReportNext('entregada', { ...ended, reported: null })).toBe(true);
  });
});

test('an issuer’s number is the same with other blanks, marks, letter case and accents', () => {
  const key = issuerKeyOf({ issuerName: 'Banco Ñuble S.A.', issuerNumber: 'AB-12/3' });
  expect(issuerKeyOf({ issuerName: 'banco nuble sa', issuerNumber: 'ab 12 3' })).toBe(key);
  expect(issuerKeyOf({ issuerName: 'banco nuble sa', issuerNumber: 'ab 124' })).not.toBe(key);
});

test('a verification code has twenty characters without I, L, O and U', () => {
  expect(newVerificationCode(Uint8Array.from({ length: 20 }, (_, n) => n * 13))).toMatch(
    /^[0-9A-HJKMNP-TV-Z]{20}$/,
  );
});
