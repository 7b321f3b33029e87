import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { promoteStrandedHeads } from '#lib/domain/deliveries/writes.ts';
import { draftsOf } from '#lib/domain/erasure/reads.ts';
import { cancelDeliveries, eraseTraces, listOf } from '#lib/domain/erasure/traces.ts';
import { addressHash } from '#lib/domain/links/reads.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { AdminCtx, MemberCtx } from '#lib/platform/operation.ts';

/**
 * The right to be forgotten (Ley 21.719): what a person sent goes, and of each lead stays a row with
 * number, kind, state and times, so that counts stay true. One transaction; files and the CRM follow
 * from what it leaves behind (`uploads` in state removing, a delivery). Again changes nothing.
 */

/** Who has it done: an account's id, or `system` when its time is over. */
export type Eraser = { requestId: string; address: string; now: number; actor: string };

/** More than one person sends in years; what is over goes with the next press or round. */
const MOST = 500;

/** Inside a write: erases the leads that `which` names. Returns their ids; wake deliveries after. */
export async function eraseLeads(tx: Tx, by: Eraser, which: SQL | undefined): Promise<number[]> {
  const rows = await tx
    .select({
      id: leads.id,
      submissionId: leads.submissionId,
      email: leads.email,
      contactId: leads.crmContactId,
      accountId: sql<string | null>`(select a.id from accounts a where a.email = leads.email
        and a.email_verified_at is not null)`,
    })
    .from(leads)
    .where(and(isNull(leads.erasedAt), which))
    .limit(MOST);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  await cancelDeliveries(tx, rows, by.now);
  await eraseTraces(tx, {
    leads: sql`lead_id in ${listOf(ids)}`,
    drafts: sql`submission_id in (select submission_id from leads where id in ${listOf(ids)})`,
    now: by.now,
  });
  for (const statement of statementsFor(ids)) await tx.run(statement);
  await tx
    .update(leads)
    .set({ ...nothing, handledAt: sql`coalesce(handled_at, ${by.now})`, erasedAt: by.now })
    .where(inArray(leads.id, ids));
  for (const { id, accountId } of rows) {
    const event = { action: 'lead.erased', subject: `lead:${id}`, actor: by.actor } as const;
    await audit(tx, by, { ...event, accountId });
  }
  return ids;
}

/**
 * Inside a write: everything that was sent with an address (lower case), also what never became a
 * lead: drafts, meetings, payments that were asked for.
 */
export async function erasePerson(tx: Tx, by: Eraser, email: string): Promise<number[]> {
  const ids = await eraseLeads(tx, by, eq(leads.email, email));
  await eraseTraces(tx, {
    leads: sql`email = ${email}`,
    drafts: draftsOf(email),
    now: by.now,
  });
  for (const statement of [
    // Also mails and links to drafts of others, and with the links that the address was proved.
    sql`delete from deliveries where kind = 'draft.resume-mail' and (lower(payload ->> '$.email')) = ${email}`,
    sql`delete from links where mailed_to = ${addressHash(email)}`,
    // Events that no meeting and no lead of hers led to; with a subject only where it is the address.
    sql`update webhook_events set body = '{}', subject = null, replaces = null
      where instr(lower(body), '"' || ${email} || '"') > 0
        or (subject is null and instr(lower(body), ${email}) > 0)`,
  ]) {
    await tx.run(statement);
  }
  await promoteStrandedHeads(tx, by.now);
  return ids;
}

/** By the applicant. `not_found` for other people's; a second time changes nothing. */
export async function eraseOwnRequest(ctx: MemberCtx, submissionId: number): Promise<void> {
  const by = { ...ctx, actor: ctx.accountId };
  const mine = and(eq(leads.submissionId, submissionId), eq(leads.email, ctx.email));
  const erased = await getDb().write((tx) => eraseLeads(tx, by, mine));
  if (erased.length === 0 && !(await wasErasedBy(ctx.accountId, submissionId))) {
    throw new AppError('not_found');
  }
  wakeDeliveries();
}

/** The person behind a lead, for who asks by mail. Returns how many leads went; `not_found`. */
export async function erasePersonOf(ctx: AdminCtx, leadId: number): Promise<number> {
  const erased = await getDb().write(async (tx) => {
    const [lead] = await tx
      .select({ email: leads.email, erasedAt: leads.erasedAt })
      .from(leads)
      .where(eq(leads.id, leadId))
      .limit(1);
    if (!lead) throw new AppError('not_found');
    if (lead.erasedAt !== null) return [];
    return erasePerson(tx, { ...ctx, actor: ctx.accountId }, lead.email);
  });
  wakeDeliveries();
  return erased.length;
}

/** What the tax law asks for of a payment stays: order, amount, dates, the provider's codes. */
export async function erasePayments(tx: Tx, which: SQL): Promise<void> {
  const told = { description: null, metadata: null, cardLast4: null };
  await tx.update(payments).set(told).where(which);
}

/** No address, so that later events match no erased lead. */
const nothing = {
  name: '',
  email: '',
  phone: null,
  rut: null,
  company: null,
  tenderId: null,
  answers: '{}',
  crmContactId: null,
  crmDealId: null,
  crmContact: null,
  consentAddress: '',
  requestId: '',
  idempotencyKey: null,
  bodyHash: null,
};

function statementsFor(ids: readonly number[]): SQL[] {
  const requests = sql`(select submission_id from leads where id in ${listOf(ids)} and submission_id is not null)`;
  const named = (kind: SQL) => sql`
    select answers ->> ${kind} from submissions where id in ${requests}`;
  const elsewhere = (kind: SQL) => sql`exists (select 1 from submissions other
    where other.id not in ${requests} and (other.answers ->> ${kind}) = uploads.id)`;
  const [contrato, adicional] = [sql`'$.contrato.uploadId'`, sql`'$.adicional.uploadId'`];
  return [
    sql`update uploads set state = 'removing', file_name = '' where state <> 'removing'
      and id in (${named(contrato)} union all ${named(adicional)})
      and not ${elsewhere(contrato)} and not ${elsewhere(adicional)}`,
    // With them goes that their address was proved.
    sql`delete from links where (kind, subject) in (
      select 'receipt', cast(submission_id as text) from leads where id in ${listOf(ids)}
      union all select 'lead-receipt', cast(id as text) from leads where id in ${listOf(ids)})`,
    sql`delete from submissions where id in ${requests}`,
    // Notes, the CRM's words and refused files; of a payment the history has order, state and amount.
    sql`delete from lead_events where lead_id in ${listOf(ids)} and kind in ('note', 'crm', 'infected')`,
  ];
}

async function wasErasedBy(accountId: string, submissionId: number): Promise<boolean> {
  const rows = await getDb().read.all(sql`
    select 1 from leads l join audit_events a
      on a.subject = 'lead:' || l.id and a.actor = ${accountId} and a.action = 'lead.erased'
    where l.submission_id = ${submissionId} limit 1`);
  return rows.length > 0;
}
