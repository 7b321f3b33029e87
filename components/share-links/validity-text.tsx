import type { SharedFile } from '#components/share-links/link-heading.tsx';
import { soonText, validityOf } from '#lib/domain/documents/view.ts';

/** Shows until when a document is valid, or nothing if it does not expire. */
export function ValidityText({ file, now }: { file: SharedFile; now: number }) {
  const valid = validityOf(file, now);
  if (!valid) return null;
  const soon = valid.day && !valid.isOver ? soonText(file, now) : null;
  const style = valid.isOver ? 'font-semibold text-danger' : 'font-semibold text-warning';
  return (
    <span className={valid.isOver || soon ? style : undefined}>
      {[`${valid.label} ${valid.day}`.trim(), soon].filter(Boolean).join(', ')}
    </span>
  );
}
