import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeDates } from '#lib/domain/documents/expiry.ts';
import {
  callHours,
  closingEnd,
  mayAnswerAfterClosing,
  nextWorkingTime,
  parseCallChoice,
  pendingCall,
} from '#lib/domain/requests/leads/rules.ts';
import {
  addBusinessDays,
  addDays,
  addYears,
  daysBetween,
  endOfDay,
  subtractBusinessDays,
  WORKDAY_MS,
  workingDayBefore,
  workingEnd,
  workingMs,
} from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { calendarOf } from '#lib/platform/files/icalendar.ts';
import { HOUR } from '#lib/platform/process/durations.ts';

const iso = (ms: number | null) => ms && new Date(ms).toISOString();
/** Reads a time in the summer of Chile, such as `11-20 18:00`, which is a Friday. */
const inChile = (time: string) => Date.parse(`2026-${time.replace(' ', 'T')}-03:00`);

describe('calendar dates', () => {
  test('are added and subtracted over months, years and leap days', () => {
    expect(addDays('2026-11-20', 60)).toBe('2027-01-19');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addYears('2026-11-20', 5)).toBe('2031-11-20');
    expect(addYears('2028-02-29', 1)).toBe('2029-02-28');
    expect(addYears('2028-02-29', 4)).toBe('2032-02-29');
    expect(daysBetween('2026-11-20', '2026-12-20')).toBe(30);
    expect(daysBetween('2026-11-20', '2026-11-13')).toBe(-7);
  });

  test('add and subtract business days without weekends and holidays', async () => {
    // The 8th of December is a holiday.
    expect(subtractBusinessDays('2026-12-10', 3)).toBe('2026-12-04');
    expect(subtractBusinessDays('2026-12-06', 1)).toBe('2026-12-04');
    expect(addBusinessDays('2026-12-04', 2)).toBe('2026-12-09');
  });

  test.each([
    ['within a day', '2026-11-20T15:00Z', '2026-11-20T17:30Z', 2.5],
    ['from before it opens until after it closes', '2026-11-20T05:00Z', '2026-11-21T02:59Z', 9],
    ['over a weekend', '2026-11-20T20:00Z', '2026-11-23T13:00Z', 2],
    ['on a Sunday', '2026-11-22T10:00Z', '2026-11-22T22:00Z', 0],
    ['in winter, an hour later by UTC', '2026-07-01T12:00Z', '2026-07-01T14:00Z', 1],
    ['backwards', '2026-11-20T17:00Z', '2026-11-20T15:00Z', 0],
  ])('measure working hours: %s', (_, from, to, hours) => {
    expect(workingMs(Date.parse(from), Date.parse(to)) / HOUR).toBe(hours);
  });

  test.each([
    ['ends exactly when the day does', '11-20 09:00', 9, '11-20 18:00'],
    ['begins later and ends exactly when the day does', '11-20 16:30', 1.5, '11-20 18:00'],
    ['begins at night before the day', '11-20 03:00', 9, '11-20 18:00'],
    ['begins a ms before it opens', '11-20 08:59:59.999', 1, '11-20 10:00'],
    ['begins a ms after it opened', '11-19 09:00:00.001', 9, '11-20 09:00:00.001'],
    ['begins a ms before it closes', '11-19 17:59:59.999', 1, '11-20 09:59:59.999'],
    ['begins when it closes', '11-19 18:00', 9, '11-20 18:00'],
    ['begins on a Friday evening', '11-20 19:30', 9, '11-23 18:00'],
    ['begins on a Sunday', '11-22 12:00', 18, '11-24 18:00'],
    ['goes over a weekend', '11-20 17:00', 2, '11-23 10:00'],
    ['begins on a holiday, which does not count', '12-08 00:30', 9, '12-09 18:00'],
  ])('find the end of a working time that %s', (_, from, hours, end) => {
    expect(iso(workingEnd(inChile(from), hours * HOUR))).toBe(iso(inChile(end)));
  });

  test.each([
    ['11-20 18:00', '11-20 09:00'],
    ['11-20 17:59:59.999', '11-19 17:59:59.999'],
    ['11-20 18:00:00.001', '11-20 09:00'],
    ['11-20 09:00', '11-19 09:00'],
    ['11-20 09:00:00.001', '11-19 09:00:00.001'],
    ['11-20 08:59:59.999', '11-19 09:00'],
    ['11-21 00:30', '11-20 09:00'],
    ['11-22 12:00', '11-20 09:00'],
    ['11-23 10:00', '11-20 10:00'],
    ['12-08 18:00', '12-07 09:00'],
  ])('find the start of one whole working day before %s at %s', (until, from) => {
    expect(iso(workingDayBefore(inChile(until)))).toBe(iso(inChile(from)));
  });

  test.each([
    ['11-20 08:59:59.999', '11-20 09:00'],
    ['11-20 09:00', null],
    ['11-20 17:59:59.999', null],
    ['11-20 18:00', '11-23 09:00'],
    ['11-22 23:59:59.999', '11-23 09:00'],
    ['12-08 03:00', '12-09 09:00'],
  ])('find from %s the next time when the team works: %s', (now, next) => {
    expect(iso(nextWorkingTime(inChile(now)))).toBe(iso(next === null ? null : inChile(next)));
  });

  test('find an end and a start that agree with the measured working time, also when the clocks change', () => {
    const instants = fc.date({
      min: new Date('2026-03-25T00:00Z'),
      max: new Date('2026-12-10T00:00Z'),
      noInvalidDate: true,
    });
    // Whole hours from a whole hour often end exactly at a boundary.
    const ms = fc.oneof(
      fc.integer({ min: 1, max: 40 }).map((n) => n * HOUR),
      fc.integer({ min: 1, max: 40 * HOUR }),
    );
    const starts = fc.oneof(
      instants.map(Number),
      instants.map((date) => Math.floor(Number(date) / HOUR) * HOUR),
    );
    fc.assert(
      fc.property(starts, ms, (from, span) => {
        const end = workingEnd(from, span);
        expect(workingMs(from, end)).toBe(span);
        expect(workingMs(from, end - 1)).toBe(span - 1);
        const before = workingDayBefore(from);
        expect(workingMs(before, from)).toBe(WORKDAY_MS);
        expect(workingMs(before + 1, from)).toBe(WORKDAY_MS - 1);
      }),
    );
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

  test('of every day end with its last millisecond', () => {
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
    expect(addBusinessDays(from, days)).toBe(to);
  });
});

describe('the computed expiry of a document', () => {
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
  ] as const)('of category %s is %s', async (category, expected) => {
    expect(iso(computeDates(category, { uploadedAt: noon }).expiresAt)).toBe(expected);
    const typed = computeDates(category, { uploadedAt: noon, entered: '2026-01-31' });
    expect(typed).toMatchObject({ countedFrom: 'typed', expiresAt: endOfDay('2026-01-31') });
  });

  test('counts from the day in Chile, also late in the evening', async () => {
    const evening = Date.UTC(2026, 10, 21, 2, 59);
    const end = async (uploadedAt: number) =>
      iso(computeDates('certificado_f30', { uploadedAt }).expiresAt);
    expect(await end(evening)).toBe('2026-12-21T02:59:59.999Z');
    expect(await end(evening + 60_000)).toBe('2026-12-22T02:59:59.999Z');
  });
});

describe('choices of time in words', () => {
  test.each([
    ['Hoy', '11-20 23:59:59.999', '2026-11-20'],
    ['Hoy', '11-21 00:00', '2026-11-21'],
    ['Mañana', '11-20 23:59:59.999', '2026-11-21'],
    ['Esta semana', '11-20 23:59:59.999', '2026-11-20'],
    ['Esta semana', '11-21 00:00', '2026-11-27'],
    ['Esta semana', '11-23 00:00', '2026-11-27'],
    [undefined, '11-20 12:00', null],
  ] as const)('«%s» chosen at %s ends with %s', (choice, now, day) => {
    expect(iso(closingEnd(choice, inChile(now)))).toBe(iso(day && endOfDay(day)));
  });

  const call = 'Con una llamada';
  test.each([
    [`${call} a las 17:00`, '11-20 16:00', '11-20 17:00', '11-20 17:00', '11-20 17:30'],
    [`${call} a las 17:00`, '11-20 16:00:00.001', '11-23 17:00', '11-23 17:00', '11-23 17:30'],
    [`${call} en la mañana`, '11-20 10:00', '11-20 11:00', '11-20 09:00', '11-20 12:00'],
    [`${call} en la mañana`, '11-20 10:00:00.001', '11-23 11:00', '11-23 09:00', '11-23 12:00'],
    [`${call} en la tarde`, '11-20 23:30', '11-23 17:00', '11-23 14:00', '11-23 18:00'],
    [`${call} el 23-11-2026`, '11-22 23:59', '11-23 17:00', '11-23 09:00', '11-23 18:00'],
  ])('«%s», sent at %s, means %s, from %s to %s', (answer, sent, day, start, end) => {
    const at = inChile(sent);
    expect(iso(parseCallChoice(answer, at)?.day ?? null)).toBe(iso(inChile(day)));
    expect(callHours(answer, at)).toEqual({ start: inChile(start), end: inChile(end) });
    const owed = { preferred: answer, createdAt: at };
    const last = endOfDay(isoDay(inChile(day)));
    expect(pendingCall(owed, last - 1)?.end).toBe(last);
    expect(pendingCall(owed, last)).toBeNull();
  });

  test('an answer may come after the closing if it is due at that moment or later', () => {
    const late = (closes: string) =>
      mayAnswerAfterClosing(inChile(closes), inChile('11-19 20:00'), 9);
    expect(['11-20 17:59:59.999', '11-20 18:00', '11-20 18:00:00.001'].map(late)).toEqual([
      ...[true, true, false],
    ]);
  });
});

test('the calendar entry of a changed event has the number of changes as its SEQUENCE', () => {
  const times = { when: { start: 0, end: 1000 }, changedAt: 0, url: 'https://x.cl' };
  const entry = { ...times, uid: 'a', title: 'Reunión', description: '' };
  for (const [changes, written] of [
    [undefined, 0],
    [2, 2],
  ] as const) {
    const file = calendarOf('Citas', [{ ...entry, ...(changes && { changeCount: changes }) }], 60);
    expect(file).toContain(`SEQUENCE:${written}\r\n`);
  }
});
