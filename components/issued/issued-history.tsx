import { Card } from '#components/ui/card.tsx';
import { guaranteeEventCopy, sideCopy } from '#lib/domain/issued/copy.ts';
import type { Side } from '#lib/domain/issued/schema.ts';
import { formatDate, formatDateTime } from '#lib/platform/format.ts';

type Said = {
  id: number;
  kind: keyof typeof guaranteeEventCopy;
  by: Side;
  at: number;
  day: string | null;
  text: string;
};

/** Newest first. */
export function IssuedHistory({ events }: { events: readonly Said[] }) {
  return (
    <Card title="Historia">
      <ol className="border-t border-line">
        {events.map(({ id, kind, by, at, day, text }) => (
          <li key={id} className="border-b border-line py-3 last:border-b-0 last:pb-0">
            <p className="font-semibold">
              {guaranteeEventCopy[kind]}
              {day && `, el ${formatDate(day)}`}
            </p>
            {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
            <p className="text-sm text-ink-soft tabular-nums">
              {sideCopy[by]} · {formatDateTime(at)}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
