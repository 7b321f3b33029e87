import { Tag } from '#components/ui/tag.tsx';
import { standingCopy } from '#lib/domain/issued/copy.ts';
import { type Dated, standingOf } from '#lib/domain/issued/rules.ts';

export function StandingTag({ record, now }: { record: Dated; now: number }) {
  const { label, tone } = standingCopy[standingOf(record, now)];
  return <Tag tone={tone}>{label}</Tag>;
}
