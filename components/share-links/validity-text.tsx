import type { SharedFile } from '#components/share-links/link-heading.tsx';
import { validityOf } from '#lib/domain/documents/view.ts';
import { daysBetween } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';

/** A document looks different from this many days before its last one. */
const SOON_DAYS = 30;

/** Shows until when a document is valid, or nothing if it does not expire. */
export function ValidityText({ file, now }: { file: SharedFile; now: number }) {
  const valid = validityOf(file, now);
  if (!valid) return null;
  const days = file.expiresAt && daysBetween(isoDay(now), isoDay(file.expiresAt));
  const isSoon = valid.day !== '' && !valid.isOver && typeof days === 'number' && days <= SOON_DAYS;
  const left = days === 0 ? 'hoy' : days === 1 ? 'mañana' : `en ${days} días`;
  const style = valid.isOver ? 'text-danger' : 'text-warning';
  return (
    <span className={valid.isOver || isSoon ? `font-semibold ${style}` : undefined}>
      {valid.label} {valid.day}
      {isSoon && `, vence ${left}`}
    </span>
  );
}
