import { type SQL, sql } from 'drizzle-orm';
import { contactEmailSql } from '#lib/domain/accounts/reads/holders.ts';
import { emailHashes } from '#lib/domain/links/reads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';

/** SQL for the owner in the name of a partition, such as `lead:12` of `lead:12/mail`. */
const subjectColumn = sql`substr(d.partition, 1, instr(d.partition || '/', '/') - 1)`;

const recipientColumn = sql`case when d.channel = 'crm' then 'crm'
  when d.partition like '%/team/mail' or d.kind like '%.internal-mail' then 'team'
  else 'person' end`;

/**
 * Selects the deliveries `d` of `rows`, each with its lead and its recipient. Until a mail was
 * tried, its e-mail is read from the row that the name of its partition names.
 */
export function withRecipients(rows: SQL): SQL {
  return sql`
    with owned as (select d.*, ${recipientColumn} as recipient, ${subjectColumn} as owner from ${rows}),
    named as (select *, substr(owner, instr(owner, ':') + 1) as ref,
      substr(owner, 1, instr(owner, ':') - 1) as noun from owned),
    placed as (select *, case noun when 'lead' then cast(ref as integer)
        when 'submission' then (select id from leads where submission_id = cast(ref as integer))
        when 'payment-request' then (select lead_id from payment_requests where id = ref)
        when 'payment' then (select coalesce(r.lead_id, p.lead_id) from payments p
          left join payment_requests r on r.id = p.payment_request_id where p.id = cast(ref as integer))
        when 'link' then (select case k.kind when 'lead-receipt' then cast(k.subject as integer)
            when 'receipt' then (select id from leads where submission_id = cast(k.subject as integer)) end
          from links k where k.kind = payload ->> '$.kind' and k.id = ref)
        end as lead_id from named)
    select s.id, s.partition, s.kind, s.state, s.last_error, s.created_at, s.settled_at, s.noun,
      s.ref, s.attempts, s.due_at, s.not_before, s.arrival, s.arrival_at, s.arrival_reason,
      s.recipient, l.id as lead_id, l.kind as lead_kind, coalesce(l.submission_id, l.id) as lead_number,
      coalesce(sent_to, case noun when 'account' then ${contactEmailSql(sql`ref`, sql`null`)}
        when 'alerts' then (select email from accounts where id = ref)
        when 'company' then (select email from accounts where id = payload ->> '$.personId')
        when 'invitation' then (select email from company_invitations where id = ref)
        when 'draft' then lower(payload ->> '$.email')
        when 'share' then (select case s.kind when 'share.sent' then k.recipient_address
            when 'share.code' then k.email
            else ${contactEmailSql(sql`k.account_id`, sql`k.person_id`)} end
          from share_links k where k.id = ref)
        when 'payment-request' then (select nullif(email, '') from payment_requests where id = ref)
        when 'payment' then (select iif(payload ->> '$.toPayer', p.receipt_email,
            coalesce(${contactEmailSql(sql`p.account_id`, sql`p.person_id`)}, nullif(r.email, '')))
          from payments p left join payment_requests r on r.id = p.payment_request_id
          where p.id = cast(ref as integer))
        when 'link' then coalesce(l.email, (select nullif(g.email, '') from links k
          join issued_guarantees g on g.number = cast(k.subject as integer)
          where k.kind = 'issued' and k.id = ref))
        else l.email end) as email
    from placed s left join leads l on l.id = s.lead_id and l.erased_at is null`;
}

/**
 * Selects the deliveries to these e-mails. The mails of one partition may go to different people,
 * so the recipient of each is compared too.
 */
export function deliveriesToEmails(emails: readonly string[]): SQL {
  const candidates = withRecipients(sql`deliveries d where d.id in (
    select d.id from ${deliveriesOfSubjects(subjectsOf(emails))}
    union all select id from deliveries indexed by deliveries_by_recipient
      where sent_to in ${sqlList(emails)})`);
  return sql`select * from (${candidates}) where recipient = 'person'
    and (email in ${sqlList(emails)} or noun = 'tenders')`;
}

/** Selects the deliveries whose partitions name one of the owners. */
export function deliveriesAboutSubjects(owners: SQL): SQL {
  return withRecipients(deliveriesOfSubjects(owners));
}

/** Joins each owner with the deliveries `d` of its partitions. */
function deliveriesOfSubjects(owners: SQL): SQL {
  return sql`(${owners}) o cross join deliveries d indexed by deliveries_partition
    on d.partition >= o.owner and d.partition < o.owner || '0' and ${subjectColumn} = o.owner`;
}

const MAX_EMAILS = 50;

/** Finds up to 50 e-mails that contain this text, which is in lower case. */
export async function listMatchingRecipients(part: string): Promise<string[]> {
  const sources = [
    ...['accounts', 'leads', 'payment_requests', 'company_invitations', 'share_links'].map(
      (table) => [table, 'email'] as const,
    ),
    ['share_links', 'recipient_address'],
    ['payments', 'receipt_email'],
    ['deliveries', 'sent_to'],
  ] as const;
  const selects = sources.map(([table, column]) => {
    const name = sql.identifier(column);
    return sql`select lower(${name}) as email from ${sql.identifier(table)}
      where ${name} is not null and instr(lower(${name}), ${part}) > 0`;
  });
  const rows = await getDb().read.all<{ email: string }>(
    sql`${sql.join(selects, sql` union `)} order by email limit ${MAX_EMAILS}`,
  );
  return rows.map(({ email }) => email);
}

/** Selects the owners of partitions whose mails may go to one of these e-mails. */
function subjectsOf(emails: readonly string[]): SQL {
  const emailList = sqlList(emails);
  const hashList = sqlList(emails.flatMap(emailHashes));
  return sql`
    with holders as (select id from accounts where email in ${emailList}
      union select company_id from company_members
        where person_id in (select id from accounts where email in ${emailList}))
    select 'lead:' || id as owner from leads where email in ${emailList} and erased_at is null
    union select 'submission:' || submission_id from leads
      where email in ${emailList} and erased_at is null and submission_id is not null
    union select noun || id from holders,
      (select 'account:' as noun union select 'alerts:' union select 'company:')
    union select 'invitation:' || id from company_invitations where email in ${emailList}
    union select 'draft:' || id from drafts where lower(answers ->> '$.values.email') in ${emailList}
    union select 'link:' || id from links
      where mailed_to in ${hashList}
    union select 'tenders:' || value from ${hashList}
    union select 'share:' || id from share_links where recipient_address in ${emailList}
    union select 'share:' || s.id from holders h cross join share_links s
      indexed by share_links_by_account on s.account_id = h.id
    union select 'payment-request:' || id from payment_requests where email in ${emailList}
    union select 'payment:' || p.id from payment_requests r
      join payments p on p.payment_request_id = r.id where r.email in ${emailList}
    union select 'payment:' || id from payments where receipt_email in ${emailList}
    union select 'payment:' || p.id from holders h cross join payments p on p.account_id = h.id`;
}
