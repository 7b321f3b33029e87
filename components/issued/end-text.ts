import { lapseSentence } from '#lib/domain/alerts/copy.ts';
import { type Dated, daysUntil } from '#lib/domain/issued/rules.ts';
import { formatDate, isoDay, startOfDay } from '#lib/platform/format.ts';

/** The days left in words; of what ended otherwise its last day alone. */
export function endText({ validTo, said }: Dated, now: number): string {
  if (said) return `Último día de vigencia: ${formatDate(validTo)}.`;
  return lapseSentence(daysUntil(validTo, isoDay(now)), startOfDay(validTo));
}
