import { type SQL, sql } from 'drizzle-orm';
import { forgetMeetings } from '#lib/domain/bookings/forget.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import { leadCrmLane } from '#lib/domain/leads/rules.ts';
import { eraseAsked } from '#lib/domain/payments/writes/erase-payments.ts';
import { forgetEvents } from '#lib/domain/webhooks/writes.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { getEnv } from '#lib/platform/env.ts';

/** What hangs on a lead or an address in other tables: meetings, drafts, mails, links to pay. */

type Which = {
  leads: SQL;
  drafts: SQL;
  now: number;
};

/** Inside a write. */
export async function eraseTraces(tx: Tx, { leads, drafts, now }: Which): Promise<void> {
  const gone = sql`(select id from drafts where ${drafts})`;
  const meetings = sql`select uid as subject, starts_at as until from bookings where ${leads}`;
  await forgetMeetings(tx, { meetings, now });
  for (const statement of [
    sql`update uploads set state = 'removing', file_name = '', draft_id = null where draft_id in ${gone} and state not in ('kept', 'removing')`,
    sql`delete from deliveries where lane in (
      select 'draft:' || id || '/mail' from drafts where ${drafts})`,
    sql`delete from links where kind = 'resume' and subject in ${gone}`,
    sql`delete from drafts where id in ${gone}`,
  ]) {
    await tx.run(statement);
  }
  await eraseAsked(tx, leads, now);
}

type Row = { id: number; submissionId: number | null; email: string; contactId: string | null };
type Going = { rows: readonly Row[]; which: SQL; now: number };

/**
 * Inside a write: takes back what waits for these leads, and where the CRM may know of one, queues
 * its end there behind what is under way. Whether the contact goes as well is asked at that moment:
 * it stays while a lead has it. What the CRM told of it stays while a lead has it that does not go
 * as well: `which` names those of later batches too.
 */
export async function cancelDeliveries(tx: Tx, { rows, which, now }: Going): Promise<void> {
  const ids = listOf(rows.map(({ id }) => id));
  const tried = await tx.all<{ id: number; isUnderWay: 0 | 1 }>(sql`
    select i.value as id, exists (select 1 from deliveries d where d.lane = 'lead:' || i.value || '/crm'
      and d.lease_owner is not null) as "isUnderWay"
    from json_each(${JSON.stringify(rows.map(({ id }) => id))}) i
    where exists (select 1 from leads l where l.id = i.value and (l.crm_contact_id is not null or l.crm_deal_id is not null))
      or exists (select 1 from deliveries d where d.lane = 'lead:' || i.value || '/crm'
        and (d.attempts > 0 or d.state <> 'waiting'))`);
  // Its contact is the next request's as well, which has to know that on its own erasure.
  await tx.run(sql`
    update leads set crm_contact_id = (select max(gone.crm_contact_id) from leads gone
      where gone.id in ${ids} and gone.email = leads.email)
    where erased_at is null and crm_contact_id is null and id not in ${ids} and (${which}) is not true
      and email in (select email from leads where id in ${ids})`);
  const others = await tx.all<{ contactId: string | null }>(sql`
    select crm_contact_id as "contactId" from leads where erased_at is null
      and id not in ${ids} and (${which}) is not true
      and (email in (select email from leads where id in ${ids})
        or crm_contact_id in (select crm_contact_id from leads where id in ${ids}))`);
  const owners = rows.flatMap(({ id, submissionId }) => [
    `lead:${id}`,
    ...(submissionId === null ? [] : [`submission:${submissionId}`]),
  ]);
  // '0' follows '/', so the range is every lane of this owner and of no other.
  await tx.run(sql`
    delete from deliveries where id in (
      select d.id from json_each(${JSON.stringify(owners)}) o join deliveries d
        on d.lane >= o.value || '/' and d.lane < o.value || '0')
      and not (channel = 'crm' and lease_owner is not null)`);
  const known = sql`
    select 'deal:' || crm_deal_id as subject, null as until from leads where id in ${ids}
    union select 'contact:' || crm_contact_id, null from leads where id in ${ids}
      and crm_contact_id not in (select value from json_each(${JSON.stringify(others.map(({ contactId }) => contactId))}) where value is not null)`;
  await forgetEvents(tx, 'crm', { things: known, now });
  for (const { id, email, contactId } of rows) {
    const told = tried.find((lead) => lead.id === id);
    if (!told) continue;
    // What is under way may make another contact of the address once the known one is gone. A CRM
    // that is not set up knows no contact: the address would wait for it for ever.
    const isAsked = (!contactId || told.isUnderWay) && getEnv().hubspot.token;
    const payload = { leadId: id, ...(contactId && { contactId }), ...(isAsked && { email }) };
    await enqueueDelivery(tx, { lane: leadCrmLane(id), kind: 'lead.crm-erase', payload, now });
  }
}

export function listOf(ids: readonly number[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(ids)}))`;
}
