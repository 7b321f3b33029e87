import type { SharedFile } from '#components/share-links/link-heading.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { recipientValidity, soonText } from '#lib/domain/documents/view.ts';

/** Shows until when a document is valid, or nothing if it does not expire. */
export function ValidityText({ file, now }: { file: SharedFile; now: number }) {
  const validity = recipientValidity(file, now);
  if (!validity) return null;
  const soonNote = validity.day && !validity.isOver ? soonText(file, now) : null;
  const style = validity.isOver ? 'font-semibold text-danger' : 'font-semibold text-warning';
  return (
    <span className={validity.isOver || soonNote ? style : undefined}>
      <UnbrokenText
        text={[`${validity.label} ${validity.day}`.trim(), soonNote].filter(Boolean).join(', ')}
      />
    </span>
  );
}

/** Explains an estimated validity, where one is shown. */
export function EstimateNote() {
  return (
    <p className="max-w-text text-sm text-ink-soft">
      La vigencia estimada cuenta, desde la fecha del documento, lo que suele valer uno de su tipo.
    </p>
  );
}
