import type { LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { NewEvents } from '#components/admin/lead/lead-watch.tsx';
import { Section } from '#components/ui/section.tsx';
import { TimeAgo } from '#components/ui/time.tsx';
import { linkTrailPath } from '#lib/domain/audit/view.ts';
import { actorCopy, eventLine } from '#lib/domain/requests/team/copy.ts';
import type { Advisor, Lead, LeadPayment } from '#lib/domain/requests/team/view.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';

type Props = Pick<LeadPartProps, 'lead' | 'now'> & {
  advisors: readonly Advisor[];
  requests: readonly LeadPayment[];
};

/** Minimum number of events that are shown. All events of the newest act are shown. */
const MIN_UNFOLDED = 2;

export function LeadHistory({ lead, requests, ...lineProps }: Props) {
  const [newest] = lead.events;
  const noun = lead.kind === 'garantia' ? 'Solicitud' : 'Mensaje';
  const actSize = lead.events.filter(({ at }) => at === newest?.at).length;
  const unfoldedCount = Math.max(MIN_UNFOLDED, actSize);
  const [recentEvents, olderEvents] = [
    lead.events.slice(0, unfoldedCount),
    lead.events.slice(unfoldedCount),
  ];
  const arrival = (
    <li className="flex flex-wrap justify-between gap-x-4 py-1.5">
      <p className="font-semibold">Llegó</p>
      <p className="text-sm text-ink-soft">
        <TimeAgo at={lead.createdAt} now={lineProps.now} />
      </p>
    </li>
  );
  return (
    <Section id="historia" title="Historia" compact>
      <ol className="border-t border-line">
        <NewEvents />
        <Attempts {...{ requests, now: lineProps.now }} />
        <EventLines events={recentEvents} {...lineProps} />
        {olderEvents.length === 0 && arrival}
      </ol>
      {olderEvents.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit py-1.5">Ver lo anterior ({olderEvents.length + 1})</summary>
          <ol className="border-t border-line">
            <EventLines events={olderEvents} {...lineProps} />
            {arrival}
          </ol>
        </details>
      )}
      <p className="mt-2">
        <a
          href={linkTrailPath(`${noun} ${formatRequestNumber(lead.submissionId ?? lead.id)}`)}
          className="inline-block py-1.5"
        >
          Su auditoría: quién vio, cambió o envió qué
        </a>
      </p>
    </Section>
  );
}

/** Lists attempts to pay that Webpay has not settled. Settled ones are events. */
function Attempts({ requests, now }: Pick<Props, 'requests' | 'now'>) {
  return requests.map(
    ({ id, amount, attempt }) =>
      attempt && (
        <li key={id} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5">
          <p className="font-semibold">
            <a href={attempt.path}>Pago sin confirmar: {amount}</a>
          </p>
          <p className="text-sm text-ink-soft">
            <TimeAgo at={attempt.at} now={now} /> · Webpay
          </p>
        </li>
      ),
  );
}

type LinesProps = Pick<Lead, 'events'> & Pick<Props, 'advisors' | 'now'>;

function EventLines({ events, advisors, now }: LinesProps) {
  const nameOf = (email: string) =>
    advisors.find((advisor) => advisor.email === email)?.name ?? email;
  return events.map(({ id, at, actor, event }) => {
    const { title, text } = eventLine(
      event.kind === 'assigned' && event.to ? { ...event, to: nameOf(event.to) } : event,
    );
    return (
      <li key={id} className="border-b border-line py-1.5">
        <div className="flex flex-wrap justify-between gap-x-4">
          <p className="font-semibold wrap-anywhere">{title}</p>
          <p className="text-sm wrap-anywhere text-ink-soft">
            <TimeAgo at={at} now={now} /> · {actorCopy[actor] ?? nameOf(actor)}
          </p>
        </div>
        {text && <p className="text-sm whitespace-pre-line wrap-anywhere">{text}</p>}
      </li>
    );
  });
}
