import { addDays, daysBetween, endOfDayInChile } from '#lib/platform/chile-days.ts';
import { isoDay } from '#lib/platform/format.ts';

/** Contract 2.13, most urgent first. */
export const alertLevels = ['critical', 'danger', 'warning'] as const;
export type AlertLevel = (typeof alertLevels)[number];

/** Most days left that still belong to a level (decision 7). */
export const levelDays = { critical: 7, danger: 15, warning: 30 } as const;

/** Days left on the calendar of America/Santiago: 0 is today, negative has expired. */
export function daysUntil(expiresAt: number, now: number): number {
  return daysBetween(isoDay(now), isoDay(expiresAt));
}

/** Null while there are more than 30 days left. */
export function levelOf(daysLeft: number): AlertLevel | null {
  return alertLevels.find((level) => daysLeft <= levelDays[level]) ?? null;
}

/** For each level the last moment (ms) at which what belongs to it today may expire. */
export function levelBounds(today: string): Record<AlertLevel, number> {
  const bound = (level: AlertLevel) => endOfDayInChile(addDays(today, levelDays[level]));
  return { critical: bound('critical'), danger: bound('danger'), warning: bound('warning') };
}
