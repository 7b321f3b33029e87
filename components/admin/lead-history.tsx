import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { actorCopy, eventLine } from '#lib/domain/inbox/copy.ts';
import type { LeadEvent } from '#lib/domain/leads/schema.ts';

type Props = {
  /** Newest first. */
  events: readonly { id: number; at: number; actor: string; event: LeadEvent }[];
  advisors: readonly { email: string; name: string | null }[];
  receivedAt: number;
  now: number;
  done: string | undefined;
};

export function LeadHistory({ events, advisors, receivedAt, now, done }: Props) {
  const nameOf = (email: string) => advisors.find((one) => one.email === email)?.name ?? email;
  return (
    <Card id="historia" title="Historia">
      <DoneNotice tight>{done}</DoneNotice>
      <ol className="border-t border-line">
        {events.map(({ id, at, actor, event }) => {
          const { title, text } = eventLine(
            event.kind === 'assigned' && event.to ? { ...event, to: nameOf(event.to) } : event,
          );
          return (
            <li key={id} className="border-b border-line py-3">
              <p className="font-semibold wrap-anywhere">{title}</p>
              {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
              <p className="text-sm wrap-anywhere text-ink-soft tabular-nums">
                <TimeAgo at={at} now={now} /> · {actorCopy[actor] ?? nameOf(actor)}
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
