import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import { publicHolidays } from '#lib/platform/chile/holidays.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';

/** Arithmetic on calendar dates, `YYYY-MM-DD`: no clock and no time zone in it but Chile's. */

export function addDays(isoDate: string, days: number): string {
  return new Date(Date.parse(isoDate) + days * DAY).toISOString().slice(0, 10);
}

/** The same day some years on; 29 February becomes the 28th. */
export function addYears(isoDate: string, years: number): string {
  const year = Number(isoDate.slice(0, 4)) + years;
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  const monthAndDay = isoDate.slice(4);
  return `${year}${monthAndDay === '-02-29' && !leap ? '-02-28' : monthAndDay}`;
}

/** Whether a date that people typed is of our time: another most likely has a wrong year. */
export function isNear(isoDate: string, today: string): boolean {
  return isoDate >= addYears(today, -20) && isoDate <= addYears(today, 50);
}

/** Counted from the next day on; weekends and the public holidays of Chile do not count. */
export async function addBusinessDays(isoDate: string, days: number): Promise<string> {
  let day = isoDate;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (isWeekend(day) || (await publicHolidays(Number(day.slice(0, 4)))).has(day)) continue;
    left -= 1;
  }
  return day;
}

export const WORKING_DAY = 9 * HOUR;

/** Milliseconds on Monday to Friday, 9 to 18 in Chile. Holidays count: to know them costs 48 MB. */
export function workingMs(from: number, to: number): number {
  let sum = 0;
  for (let day = isoDay(from); day <= isoDay(to); day = addDays(day, 1)) {
    if (isWeekend(day)) continue;
    const opens = startOfDay(day) + 9 * HOUR;
    sum += Math.max(0, Math.min(to, opens + WORKING_DAY) - Math.max(from, opens));
  }
  return sum;
}

/** Since when a whole working day has passed until an instant, in ms. */
export function workingStart(until: number): number {
  let left = WORKING_DAY;
  for (let day = isoDay(until); ; day = addDays(day, -1)) {
    if (isWeekend(day)) continue;
    const opens = startOfDay(day) + 9 * HOUR;
    const ends = Math.min(until, opens + WORKING_DAY);
    if (ends - opens >= left) return ends - left;
    left -= Math.max(0, ends - opens);
  }
}

function isWeekend(isoDate: string): boolean {
  return [0, 6].includes(new Date(isoDate).getUTCDay());
}

/** Whole days from one date to another; negative when `to` lies before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

/** The last millisecond of a date in America/Santiago, also when its clocks change. */
export function endOfDay(isoDate: string): number {
  const nextMidnight = Date.parse(isoDate) + DAY;
  // Chile is 3 or 4 hours behind UTC.
  const late = nextMidnight + 4 * HOUR - 1;
  return isoDay(late) === isoDate ? late : nextMidnight + 3 * HOUR - 1;
}
