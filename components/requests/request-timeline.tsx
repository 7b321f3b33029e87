import { Card } from '#components/ui/card.tsx';
import { shownLine } from '#lib/domain/requests/leads/copy.ts';
import type { ShownEvent } from '#lib/domain/requests/leads/schema.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type Props = {
  /** Events, newest first. */
  events: readonly { id: number; at: number; event: ShownEvent }[];
  receivedAt: number;
};

type Line = { id: number; at: number; title: string; text?: string };

/** Number of events shown unfolded. */
const LATEST = 3;

export function RequestTimeline({ events, receivedAt }: Props) {
  // The guarantees already show that a request is issued.
  const isNotified = events.some(({ event }) => event.kind === 'issued');
  const lines: Line[] = events
    .filter(({ event }) => !(isNotified && event.kind === 'state' && event.to === 'emitida'))
    .map(({ id, at, event }) => ({ id, at, ...shownLine(event) }));
  lines.push({ id: 0, at: receivedAt, title: 'La recibimos' });
  const older = lines.slice(LATEST);
  return (
    <Card id="historia" title="Qué ha pasado">
      <Lines lines={lines.slice(0, LATEST)} />
      {older.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer py-1.5 text-brand underline underline-offset-4">
            Ver lo anterior ({older.length})
          </summary>
          <Lines lines={older} />
        </details>
      )}
    </Card>
  );
}

function Lines({ lines }: { lines: Line[] }) {
  return (
    <ol className="border-t border-line">
      {lines.map(({ id, at, title, text }) => (
        <li key={id} className="border-b border-line py-3 last:border-b-0 last:pb-0">
          <p className="font-semibold wrap-anywhere">{title}</p>
          {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
          <p className="text-sm text-ink-soft tabular-nums">{formatDateTime(at)}</p>
        </li>
      ))}
    </ol>
  );
}
