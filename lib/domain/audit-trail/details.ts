import { type SQL, sql } from 'drizzle-orm';
import type { AuditAction } from '#lib/domain/audit/copy.ts';
import { detailText, type EventFacts } from '#lib/domain/audit-trail/detail-copy.ts';
import type { TrailEvent } from '#lib/domain/audit-trail/view.ts';
import type { LeadEvent } from '#lib/domain/requests/leads/schema.ts';
import { withRecipients } from '#lib/domain/requests/team/reads/delivery-recipients.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** The kind of the event that an act adds to the history of a lead. */
const leadEventKinds: Partial<Record<AuditAction, LeadEvent['kind']>> = {
  'lead.state-changed': 'state',
  'lead.assigned': 'assigned',
  'lead.unassigned': 'assigned',
  'lead.answered': 'reply',
  'lead.email-corrected': 'email',
  'conditions.sent': 'conditions',
  'conditions.accepted': 'accepted',
  'papers.asked': 'papers',
  'papers.revoked': 'papers',
  'request.files-added': 'files',
  'request.file-withdrawn': 'withdrawn',
};

/**
 * Returns what each act changed, by the id of its event. The trail stores no personal data. The
 * details are therefore read from the rows that the acts wrote in the same transaction, and
 * disappear with those rows.
 */
export async function readDetails(
  events: readonly Omit<TrailEvent, 'detail'>[],
): Promise<Map<number, string>> {
  const changes = events.filter(
    ({ action }) => !action.includes('seen') && action !== 'session.opened',
  );
  if (changes.length === 0) return new Map();
  const rows = await getDb().read.all<EventFacts & { id: number }>(sql`
    select e.id, e.action, e.subject, ${leadColumns}, ${paymentColumns}, ${otherColumns}
    from audit_events e
    left join lead_events v on v.id = ${leadEventIdQuery}
    left join payments p on e.action like 'payment.%' and p.buy_order = e.subject
    left join payment_refunds f on f.id = ${refundIdQuery}
    left join payment_requests q on e.action like 'payment.request%' and q.id = e.subject
    left join issued_guarantees g
      on e.subject like 'guarantee:%' and g.number = cast(substr(e.subject, 11) as integer)
    left join guarantee_events w on w.id = (select id from guarantee_events
      where guarantee = g.number and at = e.at order by id limit 1)
    left join (${withRecipients(sql`deliveries d where d.id in (select cast(substr(subject, 10) as integer)
      from audit_events where id in ${eventIds(changes)} and subject like 'delivery:%')`)}) d
      on e.subject = 'delivery:' || d.id
    where e.id in ${eventIds(changes)}`);
  return new Map(
    rows.flatMap(({ id, ...facts }) => {
      const text = detailText(facts);
      return text ? [[id, text] as const] : [];
    }),
  );
}

const eventIds = (events: readonly { id: number }[]): SQL =>
  sql`(select value from json_each(${JSON.stringify(events.map(({ id }) => id))}))`;

const leadEventKindQuery = sql`(select value from json_each(${JSON.stringify(leadEventKinds)}) where key = e.action)`;

/**
 * An act has the same time as its lead event, except that events of the CRM have the time of the
 * CRM's clock. The events of the CRM are therefore counted back from the newest one: each of them
 * has one event in the trail.
 */
const leadEventIdQuery = sql`(select x.id from lead_events x
  where e.subject like 'lead:%' and x.lead_id = cast(substr(e.subject, 6) as integer)
    and x.kind = ${leadEventKindQuery} and case when e.actor <> 'crm' then x.at = e.at
      else x.actor = 'crm' and (select count(*) from lead_events y where y.lead_id = x.lead_id
        and y.kind = x.kind and y.actor = 'crm' and y.id > x.id) = (select count(*)
        from audit_events y where y.subject = e.subject and y.actor = 'crm'
          and y.action = e.action and y.id > e.id) end
    and (x.kind <> 'assigned' or (x.detail ->> '$.to' is null) = (e.action = 'lead.unassigned'))
  order by x.id desc limit 1)`;

const leadColumns = sql`v.kind, v.detail, (select x.detail ->> '$.to' from lead_events x
    where v.kind = 'assigned' and x.lead_id = v.lead_id and x.kind = 'assigned' and x.id < v.id
    order by x.id desc limit 1) as "previousAdvisor"`;

/**
 * Refunds of a payment run one at a time. An act therefore belongs to the first refund that was
 * requested or settled at its time or later.
 */
const refundIdQuery = sql`(select x.id from payment_refunds x where x.payment_id = p.id and case
  when e.action in ('payment.refund-asked', 'payment.refund-proposed', 'payment.refund-approved')
    then x.requested_at >= e.at
  when e.action like 'payment.%refund%' then x.settled_at >= e.at end
  order by x.id limit 1)`;

/** One call attaches a payment to a request and writes an event into the trail of each. */
const sameCallCondition = sql`e.action in ('payment.attached', 'payment.detached', 'payment.matched')
  and x.at = e.at and x.request_id = e.request_id`;

const paymentColumns = sql`coalesce(p.amount, q.amount) as amount, q.email as payer,
  iif(e.action = 'payment.transferred', p.authorization_code, null) as "operationNumber", f.amount as refund, f.reason as "refundReason",
  (select x.subject from audit_events x where ${sameCallCondition} and e.subject like 'lead:%'
    and x.subject not like 'lead:%' limit 1) as "buyOrder",
  (select coalesce(l.submission_id, l.id) from audit_events x join leads l on x.subject = 'lead:' || l.id
    where ${sameCallCondition} and x.action = e.action and p.id is not null limit 1) as "leadNumber"`;

const otherColumns = sql`d.kind as "deliveryKind", d.recipient, d.email as "recipientEmail",
  w.kind as "guaranteeEvent", w.detail ->> '$.amount' as claimed, g.currency,
  g.amount as "guaranteeAmount", g.valid_to as "validTo",
  (select suspended_reason from accounts where e.action = 'account.suspended'
    and id = e.account_id and suspended_at = e.at) as "suspendedReason",
  (select email from accounts where e.subject like 'person:%' and 'person:' || id = e.subject) as person,
  (select email from company_invitations where e.action = 'company.invited'
    and company_id = e.account_id and created_at = e.at) as invited`;
