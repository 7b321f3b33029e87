import { guaranteeTitle, titleOf } from '#lib/domain/alerts/copy.ts';
import type { Ending, Expiring } from '#lib/domain/alerts/reads.ts';
import { levelDays } from '#lib/domain/alerts/rules.ts';
import { guaranteePath, replacePath } from '#lib/domain/alerts/view.ts';
import { brand } from '#lib/platform/brand.ts';
import { getEnv } from '#lib/platform/env.ts';
import { isoDay } from '#lib/platform/format.ts';
import { calendarOf } from '#lib/platform/icalendar.ts';

/** The expiries as an iCalendar file: one day each, an alarm when the last week begins. */
export function expiryCalendar(
  documents: readonly Expiring[],
  guarantees: readonly Ending[],
): string {
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
  const ends = guarantees.map((guarantee) => {
    const url = `${app}${guaranteePath(guarantee)}`;
    return {
      uid: guarantee.id,
      day: guarantee.validTo,
      title: `Vence: ${guaranteeTitle(guarantee)}`,
      description: `${guarantee.issuerName}. Es su último día de vigencia.\nPide la prórroga en ${url}`,
      url,
      changedAt: guarantee.createdAt,
    };
  });
  return calendarOf(`Vencimientos ${brand.name}`, [...days, ...ends], levelDays.critical);
}
