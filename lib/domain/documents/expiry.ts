import { type CategoryKey, categories } from '#lib/domain/documents/rules.ts';
import { addBusinessDays, addDays, addYears, endOfDay } from '#lib/platform/calendar.ts';
import { isoDay } from '#lib/platform/format.ts';

/**
 * Until when a document counts (decision 7): the last millisecond of its last valid day in
 * America/Santiago, or null when it does not lapse. The date entered by the person wins.
 */
export async function expiryOf(
  category: CategoryKey,
  uploadedAt: number,
  entered?: string,
): Promise<number | null> {
  if (entered) return endOfDay(entered);
  const { lifetime } = categories[category];
  if (lifetime === 'entered' || lifetime === 'never') return null;
  const day = isoDay(uploadedAt);
  if ('years' in lifetime) return endOfDay(addYears(day, lifetime.years));
  if ('days' in lifetime) return endOfDay(addDays(day, lifetime.days));
  return endOfDay(await addBusinessDays(day, lifetime.businessDays));
}
