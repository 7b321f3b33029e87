import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { datesOf } from '#lib/domain/documents/expiry.ts';
import {
  addBusinessDays,
  addDays,
  addYears,
  daysBetween,
  endOfDay,
  subtractBusinessDays,
  workingMs,
} from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { HOUR } from '#lib/platform/process/durations.ts';

const iso = (ms: number | null) => ms && new Date(ms).toISOString();

describe('calendar dates', () => {
  test('go on over months, years and leap days', () => {
    expect(addDays('2026-11-20', 60)).toBe('2027-01-19');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addYears('2026-11-20', 5)).toBe('2031-11-20');
    expect(addYears('2028-02-29', 1)).toBe('2029-02-28');
    expect(addYears('2028-02-29', 4)).toBe('2032-02-29');
    expect(daysBetween('2026-11-20', '2026-12-20')).toBe(30);
    expect(daysBetween('2026-11-20', '2026-11-13')).toBe(-7);
  });

  test('count business days back as forth, without weekends and holidays', async () => {
    // The 8th of December is a holiday.
    expect(await subtractBusinessDays('2026-12-10', 3)).toBe('2026-12-04');
    expect(await subtractBusinessDays('2026-12-06', 1)).toBe('2026-12-04');
    expect(await addBusinessDays('2026-12-04', 2)).toBe('2026-12-09');
  });

  test.each([
    ['within a day', '2026-11-20T15:00Z', '2026-11-20T17:30Z', 2.5],
    ['from before it opens until after it closes', '2026-11-20T05:00Z', '2026-11-21T02:59Z', 9],
    ['over a weekend', '2026-11-20T20:00Z', '2026-11-23T13:00Z', 2],
    ['on a Sunday', '2026-11-22T10:00Z', '2026-11-22T22:00Z', 0],
    ['in winter, an hour later by UTC', '2026-07-01T12:00Z', '2026-07-01T14:00Z', 1],
    ['backwards', '2026-11-20T17:00Z', '2026-11-20T15:00Z', 0],
  ])('have working hours: %s', (_, from, to, hours) => {
    expect(workingMs(Date.parse(from), Date.parse(to)) / HOUR).toBe(hours);
  });

  // The clock in Chile turns on the first Sundays of April and September.
  test.each([
    ['2026-11-20', '2026-11-21T02:59:59.999Z'],
    ['2026-07-01', '2026-07-02T03:59:59.999Z'],
    ['2026-04-04', '2026-04-05T03:59:59.999Z'],
    ['2026-04-05', '2026-04-06T03:59:59.999Z'],
    ['2026-09-05', '2026-09-06T03:59:59.999Z'],
    ['2026-09-06', '2026-09-07T02:59:59.999Z'],
  ])('%s ends in Santiago at %s', (day, end) => {
    expect(iso(endOfDay(day))).toBe(end);
  });

  test('end with their last millisecond, every day', () => {
    const days = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('2010-01-01', n));
    fc.assert(
      fc.property(days, (day) => {
        expect(isoDay(endOfDay(day))).toBe(day);
        expect(isoDay(endOfDay(day) + 1)).toBe(addDays(day, 1));
      }),
    );
  });

  test.each([
    // The days are counted by hand on the calendar of 2026: weekends, and 18 and 19 September.
    ['2026-09-16', 1, '2026-09-17'],
    ['2026-09-17', 1, '2026-09-21'],
    ['2026-11-20', 1, '2026-11-23'],
    ['2026-12-07', 1, '2026-12-09'],
    ['2026-12-24', 1, '2026-12-28'],
    // Easter moves. 17 September 2027 is a Friday that the law adds.
    ['2027-03-25', 1, '2027-03-29'],
    ['2027-09-16', 1, '2027-09-20'],
    ['2026-11-20', 60, '2027-02-17'],
  ])('%s and %i business days is %s', async (from, days, to) => {
    expect(await addBusinessDays(from, days)).toBe(to);
  });
});

describe('documents lapse', () => {
  const noon = Date.UTC(2026, 10, 20, 15);
  test.each([
    ['cedula_identidad', '2031-11-21T02:59:59.999Z'],
    ['e_rut', null],
    ['certificado_antecedentes', '2027-01-20T02:59:59.999Z'],
    ['certificado_vigencia', '2027-02-18T02:59:59.999Z'],
    ['poderes_vigentes', '2027-02-19T02:59:59.999Z'],
    ['balance_general', '2027-11-21T02:59:59.999Z'],
    ['certificado_f30', '2026-12-21T02:59:59.999Z'],
    ['poliza_garantia', null],
    ['otros', null],
  ] as const)('%s: %s', async (category, expected) => {
    expect(iso((await datesOf(category, { uploadedAt: noon })).expiresAt)).toBe(expected);
    const typed = await datesOf(category, { uploadedAt: noon, entered: '2026-01-31' });
    expect(typed).toMatchObject({ countedFrom: 'typed', expiresAt: endOfDay('2026-01-31') });
  });

  test('by the day in Chile, also late in the evening', async () => {
    const evening = Date.UTC(2026, 10, 21, 2, 59);
    const end = async (uploadedAt: number) =>
      iso((await datesOf('certificado_f30', { uploadedAt })).expiresAt);
    expect(await end(evening)).toBe('2026-12-21T02:59:59.999Z');
    expect(await end(evening + 60_000)).toBe('2026-12-22T02:59:59.999Z');
  });
});
