import {
  categories,
  isCategory,
  isSeries,
  lacksDate,
  monthsRequired,
} from '#lib/domain/documents/rules.ts';
import { addDays, daysBetween, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { DAY } from '#lib/platform/process/durations.ts';

/** Levels of an alert, most urgent first. */
export const alertLevels = ['critical', 'danger', 'warning'] as const;
type AlertLevel = (typeof alertLevels)[number];

/** Maximum number of days left for each level. */
export const levelDays = { critical: 7, danger: 15, warning: 30 } as const;

/**
 * Days before a guarantee's last day on which its account holder is notified. 0 means the day after
 * the last day.
 */
export const guaranteeLevels = [0, 7, 15, 30, 60] as const;

/**
 * Returns the days left on the calendar of America/Santiago: 0 is today, a negative number is
 * expired.
 */
export function daysLeftUntil(expiresAt: number, now: number): number {
  return daysBetween(isoDay(now), isoDay(expiresAt));
}

/** Returns the level for a number of days left, or null for more than 30. */
export function alertLevelOf(daysLeft: number): AlertLevel | null {
  return alertLevels.find((level) => daysLeft <= levelDays[level]) ?? null;
}

/** Returns for each level the latest expiry (ms) that belongs to it today. */
export function levelBounds(today: string): Record<AlertLevel, number> {
  const bound = (level: AlertLevel) => endOfDay(addDays(today, levelDays[level]));
  return { critical: bound('critical'), danger: bound('danger'), warning: bound('warning') };
}

/**
 * `endless`: the document does not expire. `other-rut`: the document states the RUT of somebody
 * else. `partial`: months of the series are missing.
 */
export type DocumentStatus =
  | 'valid'
  | 'endless'
  | 'lapsing'
  | 'undated'
  | 'partial'
  | 'expired'
  | 'other-rut'
  | 'missing'
  | 'checking'
  | 'refused';

type DatedDocument = {
  category: string;
  state: 'kept' | 'waiting' | 'infected';
  expiresAt: number | null;
  countedFrom?: string | null;
  issuedAt?: string | null;
  otherRut?: string | null;
};

/**
 * Returns the status of one document. In its last 15 days a document is `lapsing`, even if its
 * expiry is an estimate.
 */
export function documentStatus(document: DatedDocument, now: number): DocumentStatus {
  const { state, expiresAt } = document;
  if (state !== 'kept') return state === 'waiting' ? 'checking' : 'refused';
  if (document.otherRut) return 'other-rut';
  const daysLeft = expiresAt === null ? Infinity : daysLeftUntil(expiresAt, now);
  // No document is newer than its upload. An expiry that is counted from the upload is therefore
  // the latest possible one.
  if (daysLeft < 0) return 'expired';
  if (daysLeft <= levelDays.danger) return 'lapsing';
  if (lacksDate(document)) return 'undated';
  return expiresAt === null ? 'endless' : 'valid';
}

const statusOrder: readonly DocumentStatus[] = [
  'expired',
  'partial',
  'lapsing',
  'undated',
  'valid',
  'endless',
  'checking',
  'refused',
  'other-rut',
];

/**
 * Returns the worst status of the documents in a category. In a series only the newest one counts,
 * but a missing month makes it `partial`.
 */
export function categoryStatus(documents: readonly DatedDocument[], now: number): DocumentStatus {
  const statuses: DocumentStatus[] = documents
    .filter((document) => !isSuperseded(document, documents, now))
    .map((document) => {
      const status = documentStatus(document, now);
      // This category is for documents of any kind, so a document with the RUT of somebody else is
      // accepted.
      return status === 'other-rut' && document.category === 'otros' ? 'endless' : status;
    });
  if (monthsOf(documents, now)?.months.some(({ isCovered }) => !isCovered))
    statuses.push('partial');
  return statusOrder.find((status) => statuses.includes(status)) ?? 'missing';
}

/**
 * Returns the last required months of a monthly document, and which of them are present, or null
 * for any other category. The date of a monthly document lies in the month after the one that it
 * covers.
 */
export function monthsOf(documents: readonly DatedDocument[], now: number) {
  const current = documents.filter(({ state, otherRut }) => state === 'kept' && !otherRut);
  const requiredMonths = current[0] && monthsRequired(current[0].category);
  if (!requiredMonths) return null;
  const monthBefore = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 2;
  const coveredMonths = current.flatMap(({ issuedAt }) => (issuedAt ? monthBefore(issuedAt) : []));
  // The newest month counts only after the last day on which it can be declared.
  const dueMonth = monthBefore(isoDay(now - LAST_DECLARATION_DAY * DAY));
  const lastMonth = Math.max(dueMonth, ...coveredMonths);
  const undatedCount = current.filter(({ issuedAt }) => !issuedAt).length;
  const months = Array.from({ length: requiredMonths }, (_, index) => {
    const month = lastMonth - requiredMonths + 1 + index;
    return {
      at: Date.UTC(Math.floor(month / 12), month % 12, 15),
      isCovered: coveredMonths.includes(month),
    };
  });
  return { months, undated: undatedCount };
}

/** Day of the following month until which the tax of a month can be declared online. */
const LAST_DECLARATION_DAY = 20;

/**
 * Returns whether another document makes this one unnecessary: a later one of the same series or,
 * if this one has expired, a valid one of the same required category.
 */
export function isSuperseded(
  document: DatedDocument,
  documents: readonly DatedDocument[],
  now: number,
): boolean {
  const { category } = document;
  if (document.state !== 'kept' || document.otherRut) return false;
  const categoryDocuments = documents.filter(
    (other) => other.state === 'kept' && !other.otherRut && other.category === category,
  );
  const expiryOf = ({ expiresAt }: DatedDocument) => expiresAt ?? Infinity;
  if (isSeries(category))
    return categoryDocuments.some((newer) => expiryOf(newer) > expiryOf(document));
  return (
    isCategory(category) &&
    categories[category].isRequired &&
    documentStatus(document, now) === 'expired' &&
    categoryDocuments.some((other) => documentStatus(other, now) === 'valid')
  );
}
