import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { type AuditOrigin, audit } from '#lib/domain/audit/writes.ts';
import {
  hasOtherMemberCondition,
  leadIdsToErase,
  paymentRequestsToEraseCondition,
  submissionIdsToErase,
} from '#lib/domain/erasure/affected.ts';
import { draftsWithEmailCondition } from '#lib/domain/erasure/reads.ts';
import type { ErasedCounts } from '#lib/domain/erasure/view.ts';
import { mailedToCondition } from '#lib/domain/links/reads.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { erasures } from '#lib/platform/db/schema/erasures.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { listSignatures, sign } from '#lib/platform/security/secrets.ts';

type Eraser = AuditOrigin & { actor: string };

/**
 * Records what is about to be erased for an e-mail (lower case). Does nothing if there is nothing
 * to erase, or if an earlier write of the same HTTP request recorded it. Requires a transaction.
 */
export async function beginCertificate(tx: Tx, eraser: Eraser, email: string): Promise<void> {
  const counts = await countRecords(tx, email);
  if (Object.values(counts).every((count) => count === 0)) return;
  const { requestId, actor, now: startedAt } = eraser;
  const row = { emailHash: sign('erasure', email), requestId, counts, actor, startedAt };
  await tx.insert(erasures).values(row).onConflictDoNothing();
}

/** Marks the proof of this request as complete and audits it. Requires a transaction. */
export async function completeCertificate(tx: Tx, eraser: Eraser, email: string): Promise<void> {
  const { requestId, actor, now } = eraser;
  const [proof] = await tx
    .update(erasures)
    .set({ erasedAt: now })
    .where(and(emailHashCondition(email), eq(erasures.requestId, requestId)))
    .returning({ id: erasures.id });
  if (!proof) return;
  const subject = `erasure:${proof.id}`;
  await audit(tx, eraser, { action: 'person.erased', subject, accountId: null, actor });
}

/** Hashes under earlier secrets count too, as long as the app knows those secrets. */
const emailHashCondition = (email: string) =>
  inArray(erasures.emailHash, listSignatures('erasure', email));

type ErasureCertificate = { id: number; erasedAt: number };

const MAX_PROOFS = 20;

/** Lists the erasures of an e-mail (lower case), newest first. */
export async function listErasureCertificates(email: string): Promise<ErasureCertificate[]> {
  const { id, erasedAt } = erasures;
  return getDb()
    .read.select({ id, erasedAt: sql<number>`${erasedAt}` })
    .from(erasures)
    .where(and(emailHashCondition(email), isNotNull(erasedAt)))
    .orderBy(desc(id))
    .limit(MAX_PROOFS);
}

/**
 * Returns a complete proof with the name of the advisor who erased the data. Throws `not_found`.
 */
export async function getErasureCertificate(_ctx: AdminCtx, number: number) {
  const { id, erasedAt, counts, actor } = erasures;
  const [proof] = await getDb()
    .read.select({
      ...{ id, counts, actor },
      erasedAt: sql<number>`${erasedAt}`,
      role: accounts.role,
      name: sql<string | null>`coalesce(${accounts.name}, ${accounts.email})`,
    })
    .from(erasures)
    .leftJoin(accounts, eq(accounts.id, actor))
    .where(and(eq(id, number), isNotNull(erasedAt)))
    .limit(1);
  if (!proof) throw new AppError('not_found');
  return proof;
}

async function countRecords(tx: Tx, email: string): Promise<ErasedCounts> {
  const leadsQuery = sql`select 1 from leads where id in ${leadIdsToErase(email)}`;
  const requestsCondition = paymentRequestsToEraseCondition(email);
  const [row] = await tx.all<ErasedCounts>(sql`select
    (select count(*) from (${leadsQuery} and kind = 'garantia')) as requests,
    (select count(*) from (${leadsQuery} and kind <> 'garantia')) as messages,
    (select count(*) from issued_guarantees where submission_id in ${submissionIdsToErase(email)}) as guarantees,
    (select count(*) from bookings where email = ${email} or lead_id in ${leadIdsToErase(email)}) as meetings,
    (select count(*) from drafts where ${draftsWithEmailCondition(email)} and submission_id is null) as drafts,
    (select count(*) from payment_requests q where ${requestsCondition} and q.email <> '' and q.paid_by is null)
      as "paymentRequests",
    (select count(*) from deliveries where sent_to = ${email}) as mails,
    (select count(*) from links where ${mailedToCondition(email)})
      + (select count(*) from webhook_events where instr(lower(body), '"' || ${email} || '"') > 0)
      as traces,
    (select count(*) from leads l where l.email = ${email} and l.erased_at is null
      and ${hasOtherMemberCondition(sql`l.company_id`, email)}) as "companyRequests",
    (select count(*) from payments where receipt_email = ${email} or payment_request_id in (
      select q.id from payment_requests q where ${requestsCondition} and q.email <> '')) as payments`);
  if (!row) throw new Error('the counts returned no row');
  return row;
}
