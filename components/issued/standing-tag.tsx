import { Tag } from '#components/ui/tag.tsx';
import { lapseSentence } from '#lib/domain/alerts/copy.ts';
import { partlyClaimed, standingCopy } from '#lib/domain/issued/copy.ts';
import {
  type Claimable,
  type Dated,
  daysUntil,
  isClaimedInPart,
  standingOf,
} from '#lib/domain/issued/rules.ts';
import { formatDate, isoDay, startOfDay } from '#lib/platform/format.ts';

export function StandingTag({ record, now }: { record: Dated & Claimable; now: number }) {
  const standing = standingCopy[standingOf(record, now)];
  const { label, tone } = isClaimedInPart(record) ? partlyClaimed : standing;
  return <Tag tone={tone}>{label}</Tag>;
}

/** The days left in words; of what ended otherwise its last day alone. */
export function endText({ validTo, said }: Dated, now: number): string {
  if (said) return `Último día de vigencia: ${formatDate(validTo)}.`;
  return lapseSentence(daysUntil(validTo, isoDay(now)), startOfDay(validTo));
}
