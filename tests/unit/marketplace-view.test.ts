import { describe, expect, test } from 'vitest';
import { tenderFilterQuery } from '#lib/domain/marketplace/schema.ts';
import {
  closingText,
  estimatedAmountText,
  publicPageOf,
  tenderStateText,
} from '#lib/domain/marketplace/view.ts';
import { parseValid } from '#lib/platform/operations/fields.ts';
import { HOUR } from '#lib/platform/process/durations.ts';

/** Noon in Santiago, 20 November 2026. */
const now = Date.UTC(2026, 10, 20, 15);

describe('closingText', () => {
  test.each([
    [-1, 'Cerrada'],
    [0, 'Cerrada'],
    [3 * HOUR, 'Abierta · cierra hoy 15:00'],
    [12 * HOUR - 1, 'Abierta · cierra hoy 23:59'],
    [12 * HOUR, 'Abierta · cierra mañana 00:00'],
    [27 * HOUR, 'Abierta · cierra mañana 15:00'],
    [36 * HOUR, 'Abierta · cierra en 2 días'],
    [75 * HOUR, 'Abierta · cierra en 3 días'],
  ])('for a closing %i ms later is: %s', (later, text) => {
    expect(closingText(now + later, now)).toBe(text);
  });

  test('counts calendar days when the clocks change', () => {
    const evening = Date.UTC(2026, 8, 6, 2, 30);
    expect(closingText(Date.UTC(2026, 8, 6, 5), evening)).toBe('Abierta · cierra mañana 02:00');
    expect(closingText(Date.UTC(2026, 8, 7, 5), evening)).toBe('Abierta · cierra en 2 días');
  });
});

describe('estimatedAmountText', () => {
  test.each([
    [12_257_000, 'CLP', '$ 12.257.000'],
    [1234.5, 'CLF', 'UF 1.234,50'],
    [300, 'UTM', '300 UTM'],
    [null, 'CLP', null],
    [0, 'CLP', null],
    [-5, 'CLP', null],
    [1e21, 'CLP', null],
    [5, 'XYZ', null],
    [5, null, null],
    [5, 'constructor', null],
  ])('of %j %s is: %s', (amount, currency, text) => {
    expect(estimatedAmountText({ amount, currency })).toBe(text);
  });
});

describe('the filter of open tenders', () => {
  test('keeps valid values and drops the rest', () => {
    expect(
      parseValid(tenderFilterQuery, { q: ' aseo ', tipo: 'le', cierre: '3', otro: 'x' }),
    ).toEqual({
      q: 'aseo',
      tipo: 'LE',
      cierre: '3',
    });
    for (const cierre of ['0', '3', '7']) {
      expect(parseValid(tenderFilterQuery, { cierre })).toEqual({ cierre });
    }
    const odd = { q: '', organismo: 'x'.repeat(200), tipo: 'LARGO', cierre: '30', desde: '\u0000' };
    expect(parseValid(tenderFilterQuery, odd)).toEqual({});
  });
});

test('publicPageOf encodes the code in the address', () => {
  expect(publicPageOf('1-1&x=y#z')).toMatch(/\?idlicitacion=1-1%26x%3Dy%23z$/);
});

test('a published tender counts as closed after its closing, although the API does not say so', () => {
  const closesAt = Date.UTC(2026, 10, 20, 15);
  const of = (now: number, stateCode: number, state: string | null) =>
    tenderStateText({ state, stateCode, closesAt }, now);
  expect(of(closesAt - 1, 5, 'Publicada')).toBe('Publicada');
  expect(of(closesAt, 5, 'Publicada')).toBe('Cerrada');
  expect(of(closesAt + 1, 8, 'Adjudicada')).toBe('Adjudicada');
  expect(of(closesAt + 1, 8, null)).toBe('Adjudicada');
  expect(tenderStateText({ state: null, stateCode: 5, closesAt: null }, closesAt)).toBe(
    'Publicada',
  );
  expect(tenderStateText({ state: null, stateCode: null, closesAt }, closesAt)).toBeNull();
});
