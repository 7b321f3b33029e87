import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { actorCopy, eventLine } from '#lib/domain/inbox/copy.ts';
import type { LeadEvent } from '#lib/domain/leads/schema.ts';

type Props = {
  /** Newest first. */
  events: readonly { id: number; at: number; actor: string; event: LeadEvent }[];
  receivedAt: number;
  now: number;
  done: string | undefined;
};

export function LeadHistory({ events, receivedAt, now, done }: Props) {
  return (
    <Card id="historia" title="Historia">
      <DoneNotice tight>{done}</DoneNotice>
      <ol className="border-t border-line">
        {events.map(({ id, at, actor, event }) => {
          const { title, text } = eventLine(event);
          return (
            <li key={id} className="border-b border-line py-3">
              <p className="font-semibold wrap-anywhere">{title}</p>
              {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
              <p className="text-sm wrap-anywhere text-ink-soft tabular-nums">
                <TimeAgo at={at} now={now} /> · {actorCopy[actor] ?? actor}
              </p>
            </li>
          );
        })}
        <li className="py-3">
          <p className="font-semibold">Llegó</p>
          <p className="text-sm text-ink-soft tabular-nums">
            <TimeAgo at={receivedAt} now={now} />
          </p>
        </li>
      </ol>
    </Card>
  );
}
