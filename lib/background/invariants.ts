import { type SQL, sql } from 'drizzle-orm';
import { issuedInvariants } from '#lib/background/invariants-issued.ts';
import { tenderInvariants } from '#lib/background/invariants-tenders.ts';
import { vaultInvariants } from '#lib/background/invariants-vault.ts';
import { MAX_ATTEMPTS } from '#lib/domain/deliveries/rules.ts';
import { deliveryPayloads } from '#lib/domain/deliveries/schema.ts';
import { personalKinds } from '#lib/domain/requests/leads/schema.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { DAY } from '#lib/platform/process/durations.ts';

/** A rule that must always hold: `problem` names its breach, `find` selects the faulty `id`s. */
export type Invariant = { problem: string; find: SQL };

/**
 * Sent deliveries are deleted after 90 days. One day less leaves the sweeper time to delete them.
 */
const REMEMBERED_MS = 89 * DAY;

/** Each statement reads one snapshot, so these can run while the app serves. */
export function invariantsAt(now: number): Invariant[] {
  const keptSince = now - REMEMBERED_MS;
  return [
    ...requestInvariants(keptSince),
    ...tenderInvariants(now, keptSince),
    ...deliveryInvariants(),
    ...moneyInvariants(keptSince),
    ...vaultInvariants,
    ...issuedInvariants(keptSince),
  ];
}

function requestInvariants(keptSince: number): Invariant[] {
  const mailKinds = sqlList([
    'lead.internal-mail',
    'lead.acknowledgement',
    'guarantee.internal-mail',
    'guarantee.acknowledgement',
  ]);
  const attachmentsQuery = sql`
    select json_extract(answers, '$.contrato.uploadId') as id, id as submission from submissions
    union all select json_extract(answers, '$.adicional.uploadId'), id from submissions
    union all select u.id, s.id from uploads u join submissions s on s.id = u.submission_id
      where u.added_at is not null and u.state = 'kept'
    union all select u.id, p.lead_id from uploads u join requested_documents p on p.id = u.requested_document_id
      where u.submission_id is null and u.state = 'kept'`;
  return [
    {
      problem: 'request without its lead',
      find: sql`select s.id from submissions s
        where not exists (select 1 from leads l where l.submission_id = s.id and l.kind = 'garantia')`,
    },
    {
      problem: 'lead of a request that is not there',
      find: sql`select id from leads where (kind = 'garantia') <> (submission_id is not null)
        or (submission_id is not null and erased_at is null
          and submission_id not in (select id from submissions))`,
    },
    {
      problem: 'lead without its mails',
      // Before 2026-11-21 these deliveries were in a partition of the submission.
      find: sql`select l.id from leads l where l.created_at > ${keptSince} and l.erased_at is null
        and (select count(*) from deliveries d where d.partition in ('lead:' || l.id || '/mail', 'lead:' || l.id || '/team/mail') and d.kind in ${mailKinds}) < 2
        and not exists (select 1 from deliveries d
          where d.partition >= 'submission:' || l.submission_id || '/' and d.partition < 'submission:' || l.submission_id || '0')`,
    },
    {
      problem: 'lead without its CRM delivery',
      find: sql`select l.id from leads l where l.created_at > ${keptSince} and l.erased_at is null
        and not exists (select 1 from deliveries d where d.partition = 'lead:' || l.id || '/crm' and d.kind = 'lead.crm')
        and not exists (select 1 from deliveries d
          where d.partition >= 'submission:' || l.submission_id || '/' and d.partition < 'submission:' || l.submission_id || '0')`,
    },
    {
      problem: 'contact in the CRM of an e-mail without a lead',
      find: sql`select c.contact_id as id from crm_contacts c where not exists (
        select 1 from leads l where l.email = c.email and l.erased_at is null)`,
    },
    {
      problem: 'erased lead of which something is left',
      find: sql`select l.id from leads l where l.erased_at is not null and (l.name <> '' or l.email <> ''
        or l.answers <> '{}' or coalesce(l.phone, l.rut, l.company, l.tender_id, l.crm_contact, l.body_hash) is not null
        or exists (select 1 from submissions s where s.id = l.submission_id)
        or exists (select 1 from bookings b where b.lead_id = l.id)
        or exists (select 1 from lead_events e where e.lead_id = l.id and (e.kind in ${sqlList(personalKinds)} or e.kind = 'state' and e.detail ->> '$.reason' is not null))
        or exists (select 1 from tender_news n where n.lead_id = l.id)
        or exists (select 1 from requested_documents p where p.lead_id = l.id))`,
    },
    {
      problem: 'lead in another state than its history says',
      find: sql`select l.id from leads l join lead_events e on e.id =
        (select max(id) from lead_events where lead_id = l.id and kind = 'state')
        where json_extract(e.detail, '$.to') <> l.state`,
    },
    {
      problem: 'accepted conditions that were never sent, or are paid at another price',
      find: sql`select a.id from lead_events a where a.kind = 'accepted' and (not exists (
          select 1 from lead_events c where c.lead_id = a.lead_id and c.kind = 'conditions' and c.id < a.id
            and c.detail ->> '$.version' = a.detail ->> '$.version' and c.detail ->> '$.price' = a.detail ->> '$.price')
        or exists (select 1 from payment_requests r
          where r.id = a.detail ->> '$.paymentRequestId' and r.amount <> a.detail ->> '$.price'))`,
    },
    {
      problem: 'count of leads that does not agree',
      find: sql`select hour || ' ' || kind || ' ' || state as id from (
          select hour, kind, state, total from lead_counts
          union all select created_at / 3600000, kind, state, -count(*) from leads group by 1, 2, 3)
        group by hour, kind, state having sum(total) <> 0`,
    },
    {
      problem: 'bytes of pending uploads that do not add up',
      find: sql`select total as id from pending_bytes
        where total <> (select total(size) from uploads where sender is not null)`,
    },
    {
      problem: 'search that does not know every lead',
      find: sql`select 'leads' as id
        where (select count(*) from leads) <> (select count(*) from leads_search_docsize)`,
    },
    {
      problem: 'request whose attachment is not kept',
      find: sql`select n.submission as id from (${attachmentsQuery}) n
        where n.id is not null and n.id not in (select id from uploads where state = 'kept')`,
    },
    {
      problem: 'kept attachment of no request',
      find: sql`select id from uploads where state = 'kept' and kind <> 'garantia'
        and id not in (select id from (${attachmentsQuery}) where id is not null)`,
    },
    {
      problem: 'file added to a request without an event in its history',
      find: sql`select u.id from uploads u where u.added_at is not null and u.state = 'kept'
        and not exists (select 1 from leads l join lead_events e on e.lead_id = l.id
          where (l.submission_id = u.submission_id or l.id = (select lead_id from requested_documents where id = u.requested_document_id))
            and e.kind = 'files' and e.at = u.added_at)`,
    },
    {
      problem: 'file for a document that was not requested, or of another lead',
      find: sql`select u.id from uploads u where u.requested_document_id is not null and u.state = 'kept'
        and not exists (select 1 from requested_documents p join leads l on l.id = p.lead_id
          where p.id = u.requested_document_id and u.submission_id is l.submission_id)`,
    },
    {
      problem: 'draft of a request that is not there',
      find: sql`select id from drafts where submission_id is not null and submission_id not in (select id from submissions)`,
    },
    {
      problem: 'meeting that was erased and is back',
      find: sql`select b.id from bookings b join webhook_events e
        on e.source = 'scheduling' and e.event_key = 'erased:' || b.uid`,
    },
    {
      problem: 'booking of a lead that is not there',
      find: sql`select id from bookings where lead_id is not null and lead_id not in (select id from leads)`,
    },
  ];
}

function deliveryInvariants(): Invariant[] {
  return [
    {
      problem: 'partition whose first delivery has no time',
      find: sql`select id from deliveries d where state = 'waiting' and due_at is null
        and not exists (select 1 from deliveries e
          where e.partition = d.partition and e.state = 'waiting' and e.id < d.id)`,
    },
    {
      problem: 'delivery that overtakes its partition',
      find: sql`select id from deliveries d where state = 'waiting' and due_at is not null
        and lease_owner is null and exists (select 1 from deliveries e
          where e.partition = d.partition and e.state = 'waiting' and e.id < d.id)`,
    },
    {
      problem: 'delivery whose state is not whole',
      find: sql`select id from deliveries where (state = 'waiting') <> (settled_at is null)
        or (lease_owner is null) <> (lease_until is null)
        or (state <> 'waiting' and (lease_owner is not null or due_at is not null))
        or (state = 'dead' and last_error is null) or attempts > ${MAX_ATTEMPTS + 1}`,
    },
    {
      problem: 'delivery without a handler',
      find: sql`select id from deliveries where state = 'waiting'
        and kind not in ${sqlList(Object.keys(deliveryPayloads))}`,
    },
  ];
}

function moneyInvariants(keptSince: number): Invariant[] {
  const chargedCondition = sql`p.state in ('authorized', 'refunded')`;
  return [
    {
      problem: 'payment whose refunds do not add up',
      find: sql`select p.buy_order as id from payments p where p.refunded_amount <>
        (select coalesce(sum(amount), 0) from payment_refunds r where r.payment_id = p.id and r.state = 'done')
        or p.refunded_amount > p.amount or p.amount <= 0
        or (p.state = 'refunded') <> (p.refunded_amount = p.amount)`,
    },
    {
      problem: 'open payment without a next check',
      find: sql`select p.buy_order as id from payments p where p.next_check_at is null
        and (p.state in ('created', 'pending') or exists (
          select 1 from payment_refunds r where r.payment_id = p.id and r.state = 'asked'))`,
    },
    {
      problem: 'payment whose state is not whole',
      find: sql`select p.buy_order as id from payments p
        where (p.state in ('created', 'pending')) <> (p.settled_at is null)
        or (p.state <> 'created' and p.token is null and p.payment_type_code is not 'TR' and p.state not in ('failed', 'expired'))`,
    },
    {
      // The audit event of a company's payment from before companies existed belongs to the person.
      problem: 'charged payment without exactly one audit event',
      find: sql`select p.buy_order as id from payments p where ${chargedCondition}
        and p.settled_at > ${keptSince} and 1 <> (select count(*) from audit_events a
          where a.action in ('payment.authorized', 'payment.transferred') and (a.account_id is nullif(p.account_id, '')
            or a.account_id = p.person_id) and a.subject = p.buy_order)`,
    },
    {
      problem: 'charged payment without its receipt',
      find: sql`select p.buy_order as id from payments p where ${chargedCondition}
        and p.settled_at > ${keptSince} and not exists (select 1 from deliveries d
          where d.partition = 'payment:' || p.id || '/mail' and d.kind = 'payment.receipt-mail')`,
    },
    {
      problem: 'request for a payment that another one answers',
      find: sql`select r.id from payment_requests r join payments p on p.id = r.paid_by
        where p.payment_request_id is not r.id or (p.reason is not 'mismatch'
          and p.state in ('failed', 'aborted', 'expired'))`,
    },
    {
      problem: 'charged payment whose request can be paid again',
      find: sql`select p.buy_order as id from payments p join payment_requests r
        on r.id = p.payment_request_id where r.paid_by is null
        and (${chargedCondition} or p.reason = 'mismatch' or p.difference = 'charged')`,
    },
  ];
}
