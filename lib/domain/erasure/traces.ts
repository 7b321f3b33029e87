import { type SQL, sql } from 'drizzle-orm';
import { eraseBookings } from '#lib/domain/bookings/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { erasePaymentRequests } from '#lib/domain/payments/writes/erase-payments.ts';
import { leadCrmPartition } from '#lib/domain/requests/leads/rules.ts';
import { blankEvents, forgetEvents } from '#lib/domain/webhooks/writes.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';

type ErasureScope = {
  leads: SQL;
  drafts: SQL;
  now: number;
};

/**
 * Erases what other tables hold about these leads and drafts: bookings, uploads, queued mails,
 * links and payment requests. Requires a transaction.
 */
export async function eraseTraces(
  tx: Tx,
  { leads: leadsCondition, drafts: draftsCondition, now }: ErasureScope,
): Promise<void> {
  const erasedDraftIds = sql`(select id from drafts where ${draftsCondition})`;
  const meetings = sql`select uid as subject, starts_at as until from bookings where ${leadsCondition}`;
  await eraseBookings(tx, { meetings, now });
  for (const statement of [
    sql`update uploads set state = 'removing', file_name = '', draft_id = null where draft_id in ${erasedDraftIds} and state not in ('kept', 'removing')`,
    sql`delete from deliveries where partition in (
      select 'draft:' || id || '/mail' from drafts where ${draftsCondition})`,
    sql`delete from links where kind = 'resume' and subject in ${erasedDraftIds}`,
    sql`delete from drafts where id in ${erasedDraftIds}`,
  ]) {
    await tx.run(statement);
  }
  await erasePaymentRequests(tx, leadsCondition, now);
}

type Row = { id: number; submissionId: number | null; email: string };

/** A try of a delivery ends within this time, even one for which the worker no longer waits. */
const MAX_TRY_MS = 5 * MINUTE;

/**
 * Deletes all deliveries of these leads, and queues the erasure of the leads in the CRM twice: now,
 * and after the tries in progress have ended. The last lead of an e-mail also erases the contact.
 * Requires a transaction.
 */
export async function replaceDeliveriesByErasure(
  tx: Tx,
  rows: readonly Row[],
  now: number,
): Promise<void> {
  const ids = sqlList(rows.map(({ id }) => id));
  const { token } = getEnv().hubspot;
  // Without a token, a try in progress sends nothing to the CRM. An earlier try may have sent
  // something.
  const unsentTries = token ? sql`0` : sql`(d.lease_owner is not null)`;
  const sentRows = await tx.all<{ id: number; contactId: string | null }>(sql`
    select id, crm_contact_id as "contactId" from leads where id in ${ids}
      and (crm_contact_id is not null or crm_deal_id is not null
        or exists (select 1 from deliveries d where d.partition = 'lead:' || leads.id || '/crm'
          and (d.attempts > ${unsentTries} or d.state <> 'waiting')))`);
  // The CRM may have a contact whose id we do not know, so the erasure of the last lead searches by
  // e-mail.
  await tx.run(sql`insert or ignore into crm_contacts (email, contact_id)
    select email, '' from leads where id in ${sqlList(sentRows.flatMap(({ id, contactId }) => (token || !contactId ? id : [])))}`);
  const erasedContacts = await tx.all<{ last: number; email: string; contactId: string }>(sql`
    delete from crm_contacts where email in (select email from leads where id in ${ids})
      and not exists (select 1 from leads other where other.email = crm_contacts.email
        and other.erased_at is null and other.id not in ${ids})
    returning email, contact_id as "contactId",
      (select max(id) from leads where id in ${ids} and leads.email = crm_contacts.email) as last`);
  const owners = rows.flatMap(({ id, submissionId }) => [
    `lead:${id}`,
    ...(submissionId === null ? [] : [`submission:${submissionId}`]),
  ]);
  // '0' follows '/' in the order of characters, so the range holds all partitions of this owner and
  // no others.
  await tx.run(sql`
    delete from deliveries where id in (
      select d.id from json_each(${JSON.stringify(owners)}) o join deliveries d
        on d.partition >= o.value || '/' and d.partition < o.value || '0')`);
  const dealSubjects = sql`
    select 'deal:' || crm_deal_id as subject, null as until from leads where id in ${ids}
    union select 'contact:' || value, null
      from json_each(${JSON.stringify(erasedContacts.map(({ contactId }) => contactId))})
      where value <> '' and value not in (select contact_id from crm_contacts)`;
  await forgetEvents(tx, 'crm', { erasedSubjects: dealSubjects, now });
  // An e-mail that we never sent to the CRM counts too, because the CRM may have sent it to us.
  const lastEmails = await tx.all<{ email: string }>(sql`
    select distinct email from leads mine where id in ${ids} and not exists (select 1
      from leads other where other.email = mine.email and other.erased_at is null
        and other.id not in ${ids})`);
  await forgetEventsNaming(
    tx,
    lastEmails.map(({ email }) => email),
    now,
  );
  for (const { id } of rows) {
    const contacts = erasedContacts.filter(({ last }) => last === id);
    if (contacts.length === 0 && !sentRows.some((lead) => lead.id === id)) continue;
    const contactIds = contacts.flatMap(({ contactId }) => contactId || []);
    // Without a token, the erasure may wait forever. It then holds the e-mail only if the id is
    // unknown.
    const needsEmail = token || contacts.some(({ contactId }) => !contactId);
    const email = needsEmail ? contacts[0]?.email : undefined;
    const erasureDelivery = {
      partition: leadCrmPartition(id),
      kind: 'lead.crm-erase',
      payload: { leadId: id, contactIds, email },
      now,
    } as const;
    await enqueueDelivery(tx, erasureDelivery);
    await enqueueDelivery(tx, { ...erasureDelivery, notBefore: now + MAX_TRY_MS });
  }
}

/**
 * Erases stored CRM events that contain one of the e-mails, except events about the contacts of
 * other leads. Requires a transaction.
 */
export async function forgetEventsNaming(
  tx: Tx,
  emails: readonly string[],
  now: number,
): Promise<void> {
  if (emails.length === 0) return;
  const subjects = sql`select distinct subject, null as until
    from json_each(${JSON.stringify(emails)}) e join webhook_events
      on instr(replace(lower(body), ' ', ''), '"' || e.value || '"') > 0
    where source = 'crm' and subject like 'contact:%' and not exists (select 1 from leads
      where erased_at is null and email <> e.value and 'contact:' || crm_contact_id = subject)`;
  await forgetEvents(tx, 'crm', { erasedSubjects: subjects, now });
  // Other events name an e-mail or a deal, but no contact. Those about deals of remaining leads
  // stay.
  await blankEvents(
    tx,
    sql`id in (select w.id from json_each(${JSON.stringify(emails)}) e join webhook_events w
      on instr(replace(lower(w.body), ' ', ''), '"' || e.value || '"') > 0
      where w.source = 'crm' and (w.subject is null or (w.subject like 'deal:%' and not exists (
        select 1 from leads where erased_at is null and 'deal:' || crm_deal_id = w.subject))))`,
  );
}
