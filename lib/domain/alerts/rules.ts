import { isSeries } from '#lib/domain/documents/rules.ts';
import { addDays, daysBetween, endOfDay } from '#lib/platform/calendar.ts';
import { isoDay } from '#lib/platform/format.ts';

/** Contract 2.13, most urgent first. */
export const alertLevels = ['critical', 'danger', 'warning'] as const;
export type AlertLevel = (typeof alertLevels)[number];

/** Most days left that still belong to a level (decision 7). */
export const levelDays = { critical: 7, danger: 15, warning: 30 } as const;

/** Days before the end of a guarantee at which its holder is told, and 0: the day after. */
export const guaranteeLevels = [0, 7, 15, 30, 60] as const;

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
  const bound = (level: AlertLevel) => endOfDay(addDays(today, levelDays[level]));
  return { critical: bound('critical'), danger: bound('danger'), warning: bound('warning') };
}

export type Standing = 'valid' | 'lapsing' | 'expired' | 'missing' | 'checking' | 'refused';

type Dated = {
  category: string;
  state: 'kept' | 'waiting' | 'infected';
  expiresAt: number | null;
};

/** `lapsing` in the last days of `danger`: what lapses first never looks better than another. */
export function standingOf(
  { state, expiresAt }: Pick<Dated, 'state' | 'expiresAt'>,
  now: number,
): Standing {
  if (state !== 'kept') return state === 'waiting' ? 'checking' : 'refused';
  if (expiresAt === null) return 'valid';
  const daysLeft = daysUntil(expiresAt, now);
  if (daysLeft < 0) return 'expired';
  return daysLeft <= levelDays.danger ? 'lapsing' : 'valid';
}

const bestFirst = ['lapsing', 'valid', 'expired', 'checking', 'refused'] as const;

/** What lapses next among those that count, else the best; of a series only the last to lapse. */
export function standingOfAll(documents: readonly Dated[], now: number): Standing {
  const standings = documents
    .filter((document) => !isOvertaken(document, documents))
    .map((document) => standingOf(document, now));
  return bestFirst.find((standing) => standings.includes(standing)) ?? 'missing';
}

export function isOvertaken(document: Dated, all: readonly Dated[]): boolean {
  if (document.state !== 'kept' || !isSeries(document.category)) return false;
  const lapse = ({ expiresAt }: Dated) => expiresAt ?? Infinity;
  return all.some(
    (other) =>
      other.state === 'kept' &&
      other.category === document.category &&
      lapse(other) > lapse(document),
  );
}
