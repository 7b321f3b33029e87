import type { SharedFile } from '#components/share-links/link-heading.tsx';
import { validityOf } from '#lib/domain/documents/view.ts';

/** Shows until when a shared document is valid, and nothing for one that does not lapse. */
export function ValidityText({ file, now }: { file: SharedFile; now: number }) {
  const valid = validityOf(file, now);
  if (!valid) return null;
  return (
    <span className={valid.isOver ? 'font-semibold text-danger' : undefined}>
      {valid.label} {valid.day}
    </span>
  );
}
