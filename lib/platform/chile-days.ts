import { isoDay } from '#lib/platform/format.ts';

/** Calendar arithmetic on dates as stored (`YYYY-MM-DD`), and where they lie in time in Chile. */

const DAY = 24 * 60 * 60_000;

/** `2026-11-20`, 10 → `2026-11-30`. */
export function addDays(isoDate: string, days: number): string {
  return new Date(Date.parse(isoDate) + days * DAY).toISOString().slice(0, 10);
}

/** Calendar days from one date to another; negative when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

/**
 * The last millisecond of a date in America/Santiago. Chile moves its clocks at midnight: a day
 * may begin at 01:00 (September) or have its last hour twice (April), so the offset is tried out.
 */
export function endOfDayInChile(isoDate: string): number {
  const midnight = Date.parse(isoDate) + DAY;
  const ends = [3, 4, 5].map((hours) => midnight + hours * 60 * 60_000 - 1);
  const end = ends.find((ms) => isoDay(ms) === isoDate && isoDay(ms + 1) !== isoDate);
  return end ?? midnight - 1;
}
