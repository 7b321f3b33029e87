import { type CategoryKey, categories, countsFromIssue } from '#lib/domain/documents/rules.ts';
import {
  addBusinessDays,
  addDays,
  addYears,
  endOfDay,
  isPlausibleDate,
} from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import type { documents } from '#lib/platform/db/schema/documents.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';

type Row = typeof documents.$inferSelect;
export type Dates = Pick<Row, 'issuedAt' | 'expiresAt' | 'countedFrom'>;
type ExpirySource = Pick<Row, 'uploadedAt'> & {
  issuedAt?: string | null;
  entered?: string | null | undefined;
  isEndUnread?: boolean | undefined;
};

/**
 * Returns the dates of a document in its category: the day of issue, the end (ms) and the source of
 * the end. An end that the owner typed wins. If the document prints an end that was not understood,
 * no end is computed.
 */
export function computeDates(
  category: CategoryKey,
  { uploadedAt, issuedAt = null, entered, isEndUnread }: ExpirySource,
): Dates {
  if (entered) return { issuedAt, expiresAt: endOfDay(entered), countedFrom: 'typed' };
  if (isEndUnread) return { issuedAt, expiresAt: null, countedFrom: 'unread' };
  if (!countsFromIssue(category)) return { issuedAt, expiresAt: null, countedFrom: null };
  const expiresAt = endOfDay(lastDay(category, issuedAt ?? isoDay(uploadedAt)));
  return { issuedAt, expiresAt, countedFrom: issuedAt ? 'issued' : 'uploaded' };
}

function lastDay(category: CategoryKey, day: string): string {
  const { lifetime } = categories[category];
  if (typeof lifetime === 'string') return day;
  if ('years' in lifetime) return addYears(day, lifetime.years);
  if ('days' in lifetime) return addDays(day, lifetime.days);
  return addBusinessDays(day, lifetime.businessDays);
}

/**
 * Returns the end (`YYYY-MM-DD`) that the owner typed or the document prints. Returns null if there
 * is none, or if it was only computed from another date.
 */
export function knownEnd({ expiresAt, countedFrom }: Omit<Dates, 'issuedAt'>): string | null {
  const isKnown = countedFrom === 'typed' || countedFrom === 'printed';
  return isKnown && expiresAt !== null ? isoDay(expiresAt) : null;
}

export type TypedDates = {
  issuedAt?: string | null | undefined;
  issuedToday?: unknown;
  expiresAt?: string | null | undefined;
};

/**
 * Returns the day of issue that a form sets. A typed day wins over the button for today.
 * `undefined` keeps the stored day; null deletes it.
 */
export function expiryIssueDay({ issuedAt, issuedToday }: TypedDates, now: number) {
  return issuedAt ?? (issuedToday ? isoDay(now) : issuedAt);
}

const FAR_DATE = 'Revisa el año de vencimiento.';
/** The oldest accepted date of issue: deeds of companies can be this old. */
const OLDEST_ISSUE_DAY = '1900-01-01';

export function dateProblemsOf({ issuedAt, expiresAt }: TypedDates, now: number): FieldErrors {
  const today = isoDay(now);
  const problems: FieldErrors = {};
  if (issuedAt && issuedAt > today) problems.issuedAt = 'Esa fecha todavía no llega. Revísala.';
  if (issuedAt && issuedAt < OLDEST_ISSUE_DAY) problems.issuedAt = 'Revisa el año.';
  if (expiresAt && !isPlausibleDate(expiresAt, today)) problems.expiresAt = FAR_DATE;
  else if (expiresAt && issuedAt && expiresAt < issuedAt) {
    problems.expiresAt = 'Vence antes de la fecha que trae. Revisa las dos.';
  }
  return problems;
}
