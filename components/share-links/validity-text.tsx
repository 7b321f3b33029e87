import type { SharedFile } from '#components/share-links/link-heading.tsx';
import { validityOf } from '#lib/domain/documents/view.ts';

/** Shows until when a document is valid, or nothing if it does not expire. */
export function ValidityText({ file, now }: { file: SharedFile; now: number }) {
  const valid = validityOf(file, now);
  if (!valid) return null;
  return (
    <span className={valid.isOver ? 'font-semibold text-danger' : undefined}>
      {valid.label} {valid.day}
    </span>
  );
}
