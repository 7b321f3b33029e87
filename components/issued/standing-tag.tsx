import { Tag } from '#components/ui/tag.tsx';
import { partlyClaimed, standingCopy } from '#lib/domain/issued/copy.ts';
import {
  type Claimable,
  type Dated,
  isClaimedInPart,
  standingOf,
} from '#lib/domain/issued/rules.ts';

export function StandingTag({ record, now }: { record: Dated & Claimable; now: number }) {
  const standing = standingCopy[standingOf(record, now)];
  const { label, tone } = isClaimedInPart(record) ? partlyClaimed : standing;
  return <Tag tone={tone}>{label}</Tag>;
}
