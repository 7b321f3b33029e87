import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { forgetRecipients } from '#lib/domain/deliveries/writes/arrivals.ts';
import { scheduleStuckPartitions } from '#lib/domain/deliveries/writes/queue.ts';
import {
  beginCertificate,
  completeCertificate,
  listErasureCertificates,
} from '#lib/domain/erasure/certificates.ts';
import { blankContacts } from '#lib/domain/erasure/contacts.ts';
import { erasedFields } from '#lib/domain/erasure/erased-fields.ts';
import { draftsWithEmailCondition } from '#lib/domain/erasure/reads.ts';
import {
  eraseTraces,
  forgetEventsNaming,
  replaceDeliveriesByErasure,
} from '#lib/domain/erasure/traces.ts';
import { eraseRecords } from '#lib/domain/issued-guarantees/writes/erase-records.ts';
import { mailedToCondition } from '#lib/domain/links/reads.ts';
import { replaceMemberEmail } from '#lib/domain/ownership/writes/replace-member-email.ts';
import { personalKinds } from '#lib/domain/requests/leads/schema.ts';
import { blankEvents } from '#lib/domain/webhooks/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import { links } from '#lib/platform/db/schema/links.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { requestedDocuments } from '#lib/platform/db/schema/requested-documents.ts';
import { tenderNews } from '#lib/platform/db/schema/tenders.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

// An erasure by Ley 21.719 keeps number, kind, state and times of a lead, so that counts stay
// right. One transaction erases up to 500 leads; files and the CRM follow. Repeating it is safe.

export type Eraser = { requestId: string; ip: string; now: number; actor: string };

const MAX_ROWS = 500;

/** Erases leads, the lead `last` after all others. Returns their ids. Requires a transaction. */
export async function eraseLeads(
  tx: Tx,
  eraser: Eraser,
  condition: SQL,
  lastLeadId = 0,
): Promise<number[]> {
  const rows = await tx
    .select({
      id: leads.id,
      submissionId: leads.submissionId,
      email: leads.email,
      accountId: sql<string | null>`coalesce(company_id,
        (select a.id from accounts a where a.email = leads.email and a.email_verified_at is not null))`,
    })
    .from(leads)
    .where(and(isNull(leads.erasedAt), condition))
    .orderBy(sql`${leads.id} = ${lastLeadId}`, leads.id)
    .limit(MAX_ROWS);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  await replaceDeliveriesByErasure(tx, rows, eraser.now);
  const submissionIds = sql`(select submission_id from leads where id in ${sqlList(ids)})`;
  await eraseTraces(tx, {
    leads: sql`lead_id in ${sqlList(ids)}`,
    // Drafts that were prefilled from these requests are erased too.
    drafts: sql`(submission_id in ${submissionIds} or (answers ->> '$.known.request') in ${submissionIds})`,
    now: eraser.now,
  });
  await eraseRecords(tx, sql`submission_id in ${submissionIds}`);
  for (const statement of statementsFor(ids, eraser.now)) await tx.run(statement);
  await deleteRows(tx, ids);
  await tx
    .update(leads)
    .set({
      ...erasedFields,
      ...{ lastAct: null, waitsUntil: null, isPaid: false },
      handledAt: sql`coalesce(handled_at, ${eraser.now})`,
      erasedAt: eraser.now,
    })
    .where(inArray(leads.id, ids));
  for (const { id, accountId } of rows) {
    const event = { action: 'lead.erased', subject: `lead:${id}`, actor: eraser.actor } as const;
    await audit(tx, eraser, { ...event, accountId });
  }
  return ids;
}

/** Erases a batch of a company's requests; true if more are left. Requires a transaction. */
export async function eraseCompanyRequests(tx: Tx, eraser: Eraser, companyId: string) {
  return (await eraseLeads(tx, eraser, eq(leads.companyId, companyId))).length === MAX_ROWS;
}

/**
 * Erases a person's leads, drafts and other data. Leads of a company stay, with the contact of the
 * company in place of the person. Returns true if more leads are left. Requires a transaction.
 */
export async function erasePerson(
  tx: Tx,
  eraser: Eraser,
  { email, last }: { email: string; last?: number },
): Promise<boolean> {
  await beginCertificate(tx, eraser, email);
  await replaceMemberEmail(tx, { email, isNameless: true, now: eraser.now });
  const condition = eq(leads.email, email);
  const erasedIds = await eraseLeads(tx, eraser, condition, last);
  if (erasedIds.length === MAX_ROWS) {
    const [remainingLead] = await tx.select({ id: leads.id }).from(leads).where(condition).limit(1);
    if (remainingLead) return true;
  }
  await eraseTraces(tx, {
    leads: sql`email = ${email}`,
    drafts: draftsWithEmailCondition(email),
    now: eraser.now,
  });
  await forgetEventsNaming(tx, [email], eraser.now);
  await blankContacts(tx, email);
  // Mails and links to other people's drafts are deleted too. Such a link would also prove the
  // e-mail.
  const resumeMailCondition = sql`kind = 'draft.resume-mail' and (lower(payload ->> '$.email')) = ${email}`;
  await tx.delete(deliveries).where(resumeMailCondition);
  await tx.delete(links).where(mailedToCondition(email));
  await tx.update(payments).set({ receiptEmail: null }).where(eq(payments.receiptEmail, email));
  // Erases stored events without a lead or meeting. An event with a subject is erased only if it
  // has exactly this e-mail.
  await blankEvents(
    tx,
    sql`instr(lower(body), '"' || ${email} || '"') > 0
      or (subject is null and instr(lower(body), ${email}) > 0)`,
  );
  await forgetRecipients(tx, sql`sent_to = ${email}`);
  // Mails to other people may name the person too.
  await tx.run(sql`delete from delivery_texts
    where instr(lower(subject || char(10) || text), ${email}) > 0`);
  await scheduleStuckPartitions(tx, eraser.now);
  await completeCertificate(tx, eraser, email);
  return false;
}

/** Erases the applicant's own request, or throws `not_found`. Repeating it changes nothing. */
export async function eraseOwnRequest(ctx: SignedInCtx, submissionId: number): Promise<void> {
  const eraser = { ...ctx, actor: ctx.accountId };
  const ownCondition = sql`submission_id = ${submissionId} and owner = ${ctx.owner}`;
  const erasedIds = await getDb().write((tx) => eraseLeads(tx, eraser, ownCondition));
  if (erasedIds.length === 0 && !(await wasErasedBy(ctx.accountId, submissionId))) {
    throw new AppError('not_found');
  }
}

/**
 * Erases the person behind a lead. Returns the number of the certificate, or null if there was nothing to
 * erase. This lead is erased last, so that a retry still finds it. Throws `not_found`.
 */
export function erasePersonOf(ctx: AdminCtx, leadId: number): Promise<number | null> {
  return eraseInWrites(ctx, async (tx) => {
    const [lead] = await tx
      .select({ email: leads.email, erasedAt: leads.erasedAt })
      .from(leads)
      .where(eq(leads.id, leadId))
      .limit(1);
    if (!lead) throw new AppError('not_found');
    return lead.erasedAt === null ? { email: lead.email, last: leadId } : null;
  });
}

/** Erases a person by e-mail (lower case), for people without a lead, such as payers. */
export function eraseByEmail(ctx: AdminCtx, email: string): Promise<number | null> {
  return eraseInWrites(ctx, async () => ({ email }));
}

type Person = { email: string; last?: number };

async function eraseInWrites(ctx: AdminCtx, find: (tx: Tx) => Promise<Person | null>) {
  const eraser = { ...ctx, actor: ctx.accountId };
  for (;;) {
    const { person, hasMore } = await getDb().write(async (tx) => {
      const person = await find(tx);
      return { person, hasMore: person !== null && (await erasePerson(tx, eraser, person)) };
    });
    if (person === null) return null;
    if (!hasMore) return (await listErasureCertificates(person.email))[0]?.id ?? null;
  }
}

function statementsFor(ids: readonly number[], now: number): SQL[] {
  const submissionIds = sql`(select submission_id from leads where id in ${sqlList(ids)} and submission_id is not null)`;
  const uploadIdsOf = (kind: SQL) => sql`
    select answers ->> ${kind} from submissions where id in ${submissionIds}`;
  const [contrato, adicional] = [sql`'$.contrato.uploadId'`, sql`'$.adicional.uploadId'`];
  const otherRequestCondition = (condition: SQL) => sql`exists (
    select 1 from submissions other cross join submissions mine
    where other.id not in ${submissionIds} and mine.id in ${submissionIds} and ${condition}
      and uploads.id in (other.answers ->> ${contrato}, other.answers ->> ${adicional})
      and uploads.id in (mine.answers ->> ${contrato}, mine.answers ->> ${adicional}))`;
  const earlierCondition = otherRequestCondition(sql`other.id < mine.id`);
  const samePersonCondition = otherRequestCondition(sql`lower(other.email) = lower(mine.email)`);
  const fileIds = sql`(${uploadIdsOf(contrato)} union all ${uploadIdsOf(adicional)}
    union all select id from uploads where submission_id in ${submissionIds} and added_at is not null
    union all select id from uploads where requested_document_id in (select id from requested_documents where lead_id in ${sqlList(ids)}))`;
  const removedUploadIds = sql`(select id from uploads where state = 'removing' and id in ${fileIds})`;
  // Before 2026-11-22, requests of other people could name the file too. They lose its name.
  const removeFileStatement = (path: SQL, kind: SQL) => sql`
    update submissions set answers = json_remove(answers, ${path})
    where id not in ${submissionIds} and (answers ->> ${kind}) in ${removedUploadIds}`;
  return [
    // A file stays if another request of the same person has it, or for the person who sent it
    // earlier.
    sql`update uploads set state = 'removing', file_name = '' where state <> 'removing'
      and id in ${fileIds} and not ${earlierCondition} and not ${samePersonCondition}`,
    // Typed e-mails are not verified, so the other request may be somebody else's. Its link to the
    // file therefore ends.
    sql`update uploads set link_ends_at = ${now} where link_ends_at > ${now}
      and id in ${fileIds} and not ${earlierCondition}`,
    removeFileStatement(sql`'$.contrato'`, contrato),
    removeFileStatement(sql`'$.adicional'`, adicional),
    // The links are deleted, and with them the proof that the e-mail is the person's.
    sql`delete from links where (kind, subject) in (
      select 'receipt', cast(submission_id as text) from leads where id in ${sqlList(ids)}
      union all select 'lead-receipt', cast(id as text) from leads where id in ${sqlList(ids)})`,
    sql`delete from submissions where id in ${submissionIds}`,
  ];
}

/** The history of a payment stays. It has only order, state and amount. */
async function deleteRows(tx: Tx, ids: readonly number[]): Promise<void> {
  const { leadId, kind, detail } = leadEvents;
  const leadCondition = inArray(leadId, sqlList(ids));
  await tx.delete(leadEvents).where(and(leadCondition, inArray(kind, sqlList(personalKinds))));
  await tx.delete(requestedDocuments).where(inArray(requestedDocuments.leadId, sqlList(ids)));
  await tx.delete(tenderNews).where(inArray(tenderNews.leadId, sqlList(ids)));
  await tx
    .update(leadEvents)
    .set({ detail: sql`json_remove(${detail}, '$.reason')` })
    .where(and(leadCondition, eq(kind, 'state')));
}

async function wasErasedBy(accountId: string, submissionId: number): Promise<boolean> {
  const { id, subject, actor, action } = auditEvents;
  const rows = await getDb()
    .read.select({ id })
    .from(leads)
    .innerJoin(auditEvents, eq(subject, sql`'lead:' || ${leads.id}`))
    .where(
      and(eq(leads.submissionId, submissionId), eq(actor, accountId), eq(action, 'lead.erased')),
    )
    .limit(1);
  return rows.length > 0;
}
