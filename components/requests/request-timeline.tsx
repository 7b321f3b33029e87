import { Card } from '#components/ui/card.tsx';
import { shownLine } from '#lib/domain/own-requests/copy.ts';
import type { ShownEvent } from '#lib/domain/own-requests/schema.ts';
import { formatDateTime } from '#lib/platform/format.ts';

type Props = {
  /** Newest first. */
  events: readonly { id: number; at: number; event: ShownEvent }[];
  receivedAt: number;
};

export function RequestTimeline({ events, receivedAt }: Props) {
  return (
    <Card id="historia" title="Qué ha pasado">
      <ol className="border-t border-line">
        {events.map(({ id, at, event }) => {
          const { title, text } = shownLine(event);
          return (
            <li key={id} className="border-b border-line py-3">
              <p className="font-semibold wrap-anywhere">{title}</p>
              {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
              <p className="text-sm text-ink-soft tabular-nums">{formatDateTime(at)}</p>
            </li>
          );
        })}
        <li className="pt-3">
          <p className="font-semibold">La recibimos</p>
          <p className="text-sm text-ink-soft tabular-nums">{formatDateTime(receivedAt)}</p>
        </li>
      </ol>
    </Card>
  );
}
