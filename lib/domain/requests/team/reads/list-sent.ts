import { type SQL, sql } from 'drizzle-orm';
import { deliveryName } from '#lib/domain/deliveries/copy.ts';
import { formatDateTime, requestNumber } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { Column } from '#lib/platform/operations/listing.ts';

type SentDelivery = {
  id: number;
  kind: string;
  at: number;
  recipient: 'team' | 'crm' | 'person';
  /** Address of the person, or null where none is stored or it was erased. */
  email: string | null;
  leadId: number | null;
  leadNumber: number | null;
  leadKind: string | null;
};

const MAX_SENT = 25;

/**
 * Lists the newest deliveries that were sent, or those to one address. Deliveries store only ids,
 * so the address is read from the row that the partition names, and disappears when that row is
 * erased.
 */
export async function listSent(email: string): Promise<SentDelivery[]> {
  const newest = sql`order by d.settled_at desc, d.id desc limit ${MAX_SENT}`;
  const source = email
    ? sql`owners o join deliveries d on d.partition >= o.owner and d.partition < o.owner || '0'
      where d.state = 'sent' and ${ownerOf} = o.owner and ${recipientOf} = 'person' ${newest}`
    : sql`deliveries d indexed by deliveries_sent where d.state = 'sent' ${newest}`;
  return getDb().read.all<SentDelivery>(sql`
    with owners as (${ownersOf(email.trim().toLowerCase())}),
    sent as (select d.id, d.kind, d.settled_at as at, ${recipientOf} as recipient, ${ownerOf} as owner
      from ${source}),
    named as (select *, substr(owner, instr(owner, ':') + 1) as ref,
      substr(owner, 1, instr(owner, ':') - 1) as noun from sent),
    placed as (select *, case noun when 'lead' then cast(ref as integer)
        when 'submission' then (select id from leads where submission_id = cast(ref as integer))
        when 'payment-request' then (select lead_id from payment_requests where id = ref)
        when 'payment' then (select r.lead_id from payments p
          join payment_requests r on r.id = p.payment_request_id where p.id = cast(ref as integer))
        end as lead_id from named)
    select s.id, s.kind, s.at, s.recipient, l.id as "leadId", l.kind as "leadKind",
      coalesce(l.submission_id, l.id) as "leadNumber",
      case when noun in ('account', 'alerts') then (select email from accounts where id = ref)
        when noun = 'tenders' then (select email from accounts where email = ref)
        when noun = 'payment-request' then (select nullif(email, '') from payment_requests where id = ref)
        when noun = 'payment' then (select coalesce(a.email, nullif(r.email, '')) from payments p
          left join accounts a on a.id = p.account_id
          left join payment_requests r on r.id = p.payment_request_id
          where p.id = cast(ref as integer))
        else l.email end as email
    from placed s left join leads l on l.id = s.lead_id and l.erased_at is null
    order by s.at desc, s.id desc`);
}

/** SQL: the owner in the name of a partition, `lead:12` of `lead:12/mail`. */
const ownerOf = sql`substr(d.partition, 1, instr(d.partition || '/', '/') - 1)`;

const recipientOf = sql`case when d.channel = 'crm' then 'crm'
  when d.partition like '%/team/mail' or d.kind like '%.internal-mail' then 'team'
  else 'person' end`;

/** Selects the owners of partitions whose mails go to an address. */
function ownersOf(email: string): SQL {
  return sql`
    select 'lead:' || id as owner from leads where email = ${email} and erased_at is null
    union select 'submission:' || submission_id from leads
      where email = ${email} and erased_at is null and submission_id is not null
    union select noun || id from accounts, (select 'account:' as noun union select 'alerts:')
      where email = ${email}
    union select 'tenders:' || email from accounts where email = ${email}
    union select 'payment-request:' || id from payment_requests where email = ${email}
    union select 'payment:' || p.id from payment_requests r
      join payments p on p.payment_request_id = r.id where r.email = ${email}
    union select 'payment:' || p.id from accounts a
      join payments p on p.account_id = a.id where a.email = ${email}`;
}

const authors = { team: 'El equipo', crm: 'El CRM' };

export const sentColumns: readonly Column<SentDelivery>[] = [
  { label: 'Enviado', width: 'time', cell: ({ at }) => formatDateTime(at) },
  { label: 'Qué', cell: ({ kind }) => deliveryName(kind) },
  {
    label: 'A quién',
    cell: ({ recipient, email }) => (recipient === 'person' ? email : authors[recipient]),
  },
  {
    label: 'Solicitud',
    width: 'tag',
    cell: ({ leadId, leadNumber, leadKind }) =>
      leadId === null
        ? null
        : {
            text: `${leadKind === 'garantia' ? 'Solicitud' : 'Mensaje'} ${requestNumber(leadNumber ?? leadId)}`,
            href: `/admin/leads/${leadId}`,
          },
  },
];
