import { describe, expect, test } from 'vitest';
import {
  issuerKeyOf,
  mayReportNext,
  newVerificationCode,
  sumClaim,
} from '#lib/domain/issued-guarantees/rules.ts';
import { compareAmounts } from '#lib/platform/chile/amounts.ts';

describe('amounts', () => {
  test.each([
    ['1', '1.0000', 0],
    ['1.5', '1.50', 0],
    ['0.0001', '0', 1],
    ['99999999999999999999', '99999999999999999998.9999', 1],
    ['2', '10', -1],
  ])('%s beside %s', (a, b, order) => {
    expect(compareAmounts(a, b)).toBe(order);
  });

  test('a claim adds up to the amount and not above', () => {
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

describe('what may follow', () => {
  test('is nothing after an end but what a part of a claim leaves open', () => {
    const ended = { reported: 'cobrada', amount: '10', claimed: '10' } as const;
    expect(mayReportNext('devuelta', ended)).toBe(false);
    expect(mayReportNext('devuelta', { ...ended, claimed: '9' })).toBe(true);
    expect(mayReportNext('anulada', { ...ended, claimed: '9' })).toBe(false);
    expect(mayReportNext('entregada', { ...ended, reported: null })).toBe(true);
  });
});

test('an issuer’s number is the same with other blanks, marks and accents', () => {
  const key = issuerKeyOf({ issuerName: 'Banco Ñuble S.A.', issuerNumber: 'AB-12/3' });
  expect(issuerKeyOf({ issuerName: 'banco nuble sa', issuerNumber: 'ab 12 3' })).toBe(key);
  expect(issuerKeyOf({ issuerName: 'banco nuble sa', issuerNumber: 'ab 124' })).not.toBe(key);
});

test('a code has twenty characters of an alphabet without I, L, O and U', () => {
  expect(newVerificationCode(Uint8Array.from({ length: 20 }, (_, n) => n * 13))).toMatch(
    /^[0-9A-HJKMNP-TV-Z]{20}$/,
  );
});
