import { expirySourceText } from '#lib/domain/alerts/copy.ts';
import type { ExpiringDocument } from '#lib/domain/alerts/reads.ts';
import { levelDays } from '#lib/domain/alerts/rules.ts';
import {
  documentDeadline,
  type EndingGuarantee,
  guaranteeDeadline,
} from '#lib/domain/alerts/view.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { calendarOf } from '#lib/platform/files/icalendar.ts';
import { DAY_SECONDS } from '#lib/platform/process/durations.ts';

/** Returns an iCalendar file with an all-day event for each expiry, and an alarm 7 days before. */
export function expiryCalendar(
  documents: readonly ExpiringDocument[],
  guarantees: readonly EndingGuarantee[],
): string {
  const deadlines = [...documents.map(documentDeadline), ...guarantees.map(guaranteeDeadline)];
  const days = deadlines.map(({ id, title, row, at, countedFrom, todo, href: url, changedAt }) => ({
    uid: id,
    when: isoDay(at),
    title: `Vence: ${title}`,
    description: `${row.value}. Es su último día de vigencia${expirySourceText(countedFrom)}.\n${todo} en ${url}`,
    url,
    changedAt,
  }));
  return calendarOf(`Vencimientos ${brand.name}`, days, levelDays.critical * DAY_SECONDS);
}
