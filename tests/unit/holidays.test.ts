import Holidays from 'date-holidays';
import { expect, test } from 'vitest';
import { addDays, workingEnd, workingMs } from '#lib/platform/chile/calendar.ts';
import { isHoliday } from '#lib/platform/chile/holidays.ts';
import { HOUR } from '#lib/platform/process/durations.ts';

/** Reads a time in the summer of Chile, such as `12-07 17:00`, which is a Monday. */
const inChile = (time: string) => Date.parse(`2026-${time.replace(' ', 'T')}-03:00`);

test('the table has the holidays of its years as date-holidays computes them', () => {
  const calendar = new Holidays('CL', { types: ['public'] });
  for (let day = '2025-01-01'; day < '2037-01-01'; day = addDays(day, 1)) {
    const isListed = calendar
      .getHolidays(Number(day.slice(0, 4)))
      .some(({ date }) => date.startsWith(day));
    expect([day, isHoliday(day)]).toEqual([day, isListed]);
  }
});

test('a working time ends after a holiday', () => {
  expect(workingEnd(inChile('12-07 17:00'), 2 * HOUR)).toBe(inChile('12-09 10:00'));
  expect(workingMs(inChile('12-07 17:00'), inChile('12-09 10:00'))).toBe(2 * HOUR);
});
