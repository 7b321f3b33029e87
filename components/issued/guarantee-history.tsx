import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { guaranteeEventCopy } from '#lib/domain/issued/copy.ts';
import type { Side } from '#lib/domain/issued/schema.ts';
import { formatDate } from '#lib/platform/format.ts';

type Props = {
  /** Newest first. */
  events: readonly {
    id: number;
    at: number;
    kind: keyof typeof guaranteeEventCopy;
    by: Side;
    day: string | null;
    text: string;
  }[];
  /** Who said it, as its reader calls them. */
  names: Record<Side, string>;
  now: number;
  done?: string | undefined;
};

/** What was said of a guarantee, with what it differs in from what was asked for. */
export function GuaranteeHistory({ events, names, now, done }: Props) {
  return (
    <Card id="historia" title="Historia">
      <DoneNotice tight>{done}</DoneNotice>
      <ol className="border-t border-line">
        {events.map(({ id, at, kind, by, day, text }) => (
          <li key={id} className="border-b border-line py-3 last:border-b-0 last:pb-0">
            <p className="font-semibold">
              {guaranteeEventCopy[kind]}
              {day && ` el ${formatDate(day)}`}
            </p>
            {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
            <p className="text-sm text-ink-soft tabular-nums">
              <TimeAgo at={at} now={now} /> · {names[by]}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
