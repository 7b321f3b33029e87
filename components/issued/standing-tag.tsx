import { Tag } from '#components/ui/tag.tsx';
import { standingCopy } from '#lib/domain/issued/copy.ts';
import type { Standing } from '#lib/domain/issued/schema.ts';

export function IssuedTag({ standing }: { standing: Standing }) {
  const { label, tone } = standingCopy[standing];
  return <Tag tone={tone}>{label}</Tag>;
}
