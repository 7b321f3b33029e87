import { Section } from '#components/ui/section.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { shownLine } from '#lib/domain/requests/leads/copy.ts';
import type { ShownEvent } from '#lib/domain/requests/leads/schema.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type Props = {
  /** The newest event comes first. */
  events: readonly { id: number; at: number; event: ShownEvent }[];
  receivedAt: number;
  /** Title of a reply, if it differs from the usual one. */
  replyTitle?: (reply: Extract<ShownEvent, { kind: 'reply' }>) => string;
};

type Line = { id: number; at: number; title: string; text?: string };

/** Number of events that are not folded. */
const MAX_UNFOLDED = 3;

export function RequestTimeline({ events, receivedAt, replyTitle }: Props) {
  // The event `issued` says the same, so the change to `emitida` is left out.
  const hasIssuedEvent = events.some(({ event }) => event.kind === 'issued');
  const lines: Line[] = events
    .filter(({ event }) => !(hasIssuedEvent && event.kind === 'state' && event.to === 'emitida'))
    .map(({ id, at, event }) => ({
      id,
      at,
      ...shownLine(event),
      ...(event.kind === 'reply' && replyTitle && { title: replyTitle(event) }),
    }));
  lines.push({ id: 0, at: receivedAt, title: 'La recibimos' });
  const older = lines.slice(MAX_UNFOLDED);
  return (
    <Section id="historia" title="Qué ha pasado">
      <Lines lines={lines.slice(0, MAX_UNFOLDED)} />
      {older.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer py-1.5 text-brand underline underline-offset-4">
            Ver lo anterior ({older.length})
          </summary>
          <Lines lines={older} />
        </details>
      )}
    </Section>
  );
}

function Lines({ lines }: { lines: Line[] }) {
  return (
    <ol className="border-t border-line">
      {lines.map(({ id, at, title, text }) => (
        <li key={id} className="border-b border-line py-3 last:border-b-0 last:pb-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="font-semibold wrap-anywhere">
              <UnbrokenText text={title} />
            </p>
            <p className="text-sm whitespace-nowrap text-ink-soft">{formatDateTime(at)}</p>
          </div>
          {text && (
            <p className="max-w-text whitespace-pre-line wrap-anywhere">
              <UnbrokenText text={text} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
