import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import { isHoliday } from '#lib/platform/chile/holidays.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';

// Dates in this file are `YYYY-MM-DD`, and the only time zone is America/Santiago.

export function addDays(isoDate: string, days: number): string {
  return new Date(Date.parse(isoDate) + days * DAY).toISOString().slice(0, 10);
}

/** Returns the same day `years` later. 29 February becomes 28 February in a common year. */
export function addYears(isoDate: string, years: number): string {
  const year = Number(isoDate.slice(0, 4)) + years;
  const isLeapYear = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  const monthAndDay = isoDate.slice(4);
  return `${year}${monthAndDay === '-02-29' && !isLeapYear ? '-02-28' : monthAndDay}`;
}

export function monthRange(isoDate: string): { from: string; to: string } {
  const [year = 0, month = 0] = isoDate.split('-').map(Number);
  const to = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { from: `${isoDate.slice(0, 8)}01`, to };
}

/**
 * Returns whether a date is at most 20 years ago or 50 years ahead. The year of any other date
 * probably is a typo.
 */
export function isPlausibleDate(isoDate: string, today: string): boolean {
  return isoDate >= addYears(today, -20) && isoDate <= addYears(today, 50);
}

/**
 * Adds business days, which exclude weekends and Chile's public holidays. `isoDate` itself does not
 * count.
 */
export function addBusinessDays(isoDate: string, days: number): string {
  let day = isoDate;
  for (let daysLeft = days; daysLeft > 0; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) daysLeft -= 1;
  }
  return day;
}

export function subtractBusinessDays(isoDate: string, count: number): string {
  let day = isoDate;
  for (let daysLeft = count; daysLeft > 0; ) {
    day = addDays(day, -1);
    if (isBusinessDay(day)) daysLeft -= 1;
  }
  return day;
}

function isBusinessDay(day: string): boolean {
  return !isWeekend(day) && !isHoliday(day);
}

export const WORKDAY_MS = 9 * HOUR;

/**
 * Returns the ms of working time between two instants: workdays, 9:00 to 18:00 in Chile.
 */
export function workingMs(from: number, to: number): number {
  let sum = 0;
  for (let day = isoDay(from); day <= isoDay(to); day = addDays(day, 1)) {
    if (!isWorkday(day)) continue;
    const opensAt = startOfDay(day) + 9 * HOUR;
    sum += Math.max(0, Math.min(to, opensAt + WORKDAY_MS) - Math.max(from, opensAt));
  }
  return sum;
}

/** Returns the instant (ms) at which `ms` of working time have passed since the instant `from`. */
export function workingEnd(from: number, ms: number): number {
  let msLeft = ms;
  for (let day = isoDay(from); ; day = addDays(day, 1)) {
    if (!isWorkday(day)) continue;
    const opensAt = startOfDay(day) + 9 * HOUR;
    const startsAt = Math.max(from, opensAt);
    const msOfDay = Math.max(0, opensAt + WORKDAY_MS - startsAt);
    if (msLeft <= msOfDay) return startsAt + msLeft;
    msLeft -= msOfDay;
  }
}

/** Returns the instant (ms) that is one whole working day (9 h) of working time before `until`. */
export function workingDayBefore(until: number): number {
  let msLeft = WORKDAY_MS;
  for (let day = isoDay(until); ; day = addDays(day, -1)) {
    if (!isWorkday(day)) continue;
    const opensAt = startOfDay(day) + 9 * HOUR;
    const endsAt = Math.min(until, opensAt + WORKDAY_MS);
    if (endsAt - opensAt >= msLeft) return endsAt - msLeft;
    msLeft -= Math.max(0, endsAt - opensAt);
  }
}

/** Returns whether a date is neither on a weekend nor a public holiday. */
export function isWorkday(isoDate: string): boolean {
  return !isWeekend(isoDate) && !isHoliday(isoDate);
}

export function isWeekend(isoDate: string): boolean {
  return [0, 6].includes(new Date(isoDate).getUTCDay());
}

/**
 * Returns the whole days from one date to another. The number is negative when `to` is the earlier
 * one.
 */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

/** Returns the first instant (ms) after a date. */
export function nextMidnight(isoDate: string): number {
  return startOfDay(addDays(isoDate, 1));
}

/** Returns the last millisecond (ms since 1970) of a date, even if the clocks change on it. */
export function endOfDay(isoDate: string): number {
  return nextMidnight(isoDate) - 1;
}
