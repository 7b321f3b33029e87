import { titleOf } from '#lib/domain/alerts/copy.ts';
import type { Expiring } from '#lib/domain/alerts/reads.ts';
import { levelDays } from '#lib/domain/alerts/rules.ts';
import { replacePath } from '#lib/domain/alerts/view.ts';
import { brand } from '#lib/platform/brand.ts';
import { getEnv } from '#lib/platform/env.ts';
import { isoDay } from '#lib/platform/format.ts';
import { calendarOf } from '#lib/platform/icalendar.ts';

/** The expiries as an iCalendar file: one day each, an alarm when the last week begins. */
export function expiryCalendar(documents: readonly Expiring[]): string {
  const app = getEnv().appUrl;
  const days = documents.map((document) => {
    const url = `${app}${replacePath(document)}`;
    return {
      uid: document.id,
      day: isoDay(document.expiresAt),
      title: `Vence: ${titleOf(document)}`,
      description: `${document.fileName}. Es su último día de vigencia.\nReemplázalo en ${url}`,
      url,
      changedAt: document.uploadedAt,
    };
  });
  return calendarOf(`Vencimientos ${brand.name}`, days, levelDays.critical);
}
