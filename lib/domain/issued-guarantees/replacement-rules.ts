import {
  type ClaimFacts,
  daysLeft,
  EXPIRING_DAYS,
  mayReportNext,
  type Term,
} from '#lib/domain/issued-guarantees/rules.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { formatDate, isoDay } from '#lib/platform/chile/format.ts';

export type Replacement = { until: string; from: string };

/**
 * Returns the last day of an extended guarantee that still covers, and the first day of the one
 * that replaces it. Returns null once the replacing one has begun, or if the guarantee was not
 * extended.
 */
export function replacementOf(
  { validFrom, validTo, reported }: Term,
  successorFrom: string | null,
  now: number,
): Replacement | null {
  const today = isoDay(now);
  const isCovering = reported === 'prorrogada' && validFrom <= today && validTo >= today;
  if (!isCovering || successorFrom === null || successorFrom <= today) return null;
  const dayBefore = addDays(successorFrom, -1);
  return { until: dayBefore < validTo ? dayBefore : validTo, from: successorFrom };
}

export const replacementText = ({ until, from }: Replacement): string =>
  `Rige hasta el ${formatDate(until)}; desde el ${formatDate(from)} la reemplaza otra`;

/** Returns `replacementText` as a sentence, or null if the guarantee no longer covers. */
export function replacementSentence(
  record: Term & { successorFrom: string | null },
  now: number,
): string | null {
  const replacement = replacementOf(record, record.successorFrom, now);
  return replacement && `${replacementText(replacement)}.`;
}

/** Returns whether to offer an extension: it is in force and ends in `EXPIRING_DAYS`. */
export function needsExtension(record: ClaimFacts & Pick<Term, 'validTo'>, now: number): boolean {
  const days = daysLeft(record, now);
  return mayReportNext('prorrogada', record) && days >= 0 && days <= EXPIRING_DAYS;
}
