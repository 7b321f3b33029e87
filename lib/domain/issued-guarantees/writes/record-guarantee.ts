import { and, eq, isNull } from 'drizzle-orm';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { issuedRefusals } from '#lib/domain/issued-guarantees/copy.ts';
import {
  joinDifferences,
  listDocumentDifferences,
  listRecordDifferences,
  listRequestDifferences,
} from '#lib/domain/issued-guarantees/differences.ts';
import { readUpload } from '#lib/domain/issued-guarantees/reading/document-reading.ts';
import { findByNumber } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { mayReportNext } from '#lib/domain/issued-guarantees/rules.ts';
import type { IssuedFacts } from '#lib/domain/issued-guarantees/schema.ts';
import { writeEvent } from '#lib/domain/issued-guarantees/writes/add-event.ts';
import {
  addRecord,
  type RecordedGuarantee,
} from '#lib/domain/issued-guarantees/writes/add-record.ts';
import { addToRequest } from '#lib/domain/issued-guarantees/writes/record-changes.ts';
import { hashStoredDocument } from '#lib/domain/issued-guarantees/writes/store-document.ts';
import { addLinks } from '#lib/domain/links/writes.ts';
import { leadIssuedPartition, mayRecordIssue } from '#lib/domain/requests/leads/rules.ts';
import { addSearchWords } from '#lib/domain/requests/leads/writes/add-search-words.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

/**
 * Records what was issued for a guarantee of a request. The last record makes the request
 * `emitida`. A paid request that is not approved yet is approved by it, without a mail of its own.
 * Throws `conflict` if the request may not be issued or the guarantee was recorded before, and
 * `validation_failed` if the facts or the document differ and no reason is given.
 */
export async function recordIssued(
  ctx: AdminCtx,
  leadId: number,
  { item, documentId, differenceReason, ...facts }: IssuedFacts,
): Promise<RecordedGuarantee> {
  const [file, reading] = await Promise.all([
    hashStoredDocument(documentId),
    readUpload(documentId),
  ]);
  const { now } = ctx;
  return getDb().write(async (tx) => {
    const { submissionId, email, companyId, owner } = await findLead(tx, leadId);
    const { answers } = await getGuaranteeRequest(submissionId, tx);
    const requested = answers.garantias[item];
    if (!requested)
      throw new AppError('validation_failed', { fields: { item: 'Elige una de la lista.' } });
    const differences = joinDifferences(
      listRequestDifferences(requested, answers, facts),
      listDocumentDifferences(requested, answers, reading),
    );
    if (differences.length > 0 && differenceReason === undefined) {
      const fields = { differenceReason: issuedRefusals.differs };
      throw new AppError('validation_failed', { fields });
    }
    const ownership = { email, companyId, owner };
    const record = { ...facts, ...ownership, submissionId, item, recordedBy: 'advisor' as const };
    const text = differences.length > 0 ? differenceReason : undefined;
    const allDifferences = [...differences, ...listRecordDifferences(facts, reading)];
    const addedRecord = await addRecord(tx, ctx, record, file, {
      differences: allDifferences,
      text,
    });
    const { number } = addedRecord;
    await addSearchWords(tx, leadId, [facts.holderRut, facts.beneficiaryRut]);
    await markExtended(tx, ctx, requested.renews, { id: addedRecord.id, owner });
    const linkId = await addLinks(tx, { kind: 'issued', subject: String(number), email, now });
    const payload = { number, linkId };
    const partition = leadIssuedPartition(leadId);
    await enqueueDelivery(tx, { partition, kind: 'issued.mail', payload, now });
    await addToRequest(tx, ctx, { leadId, submissionId, number, item });
    return addedRecord;
  });
}

/** Marks the extended guarantee as `prorrogada` if it is in force and belongs to the same owner. */
async function markExtended(
  tx: Tx,
  ctx: AdminCtx,
  number: number | undefined,
  successor: { id: string; owner: string | null },
): Promise<void> {
  const extendedRecord = number === undefined ? null : await findByNumber(number, tx);
  if (
    !extendedRecord ||
    extendedRecord.owner !== successor.owner ||
    !mayReportNext('prorrogada', extendedRecord)
  )
    return;
  await writeEvent(tx, ctx, extendedRecord, { kind: 'prorrogada', successorId: successor.id });
}

async function findLead(tx: Tx, leadId: number) {
  const [lead] = await tx
    .select({
      submissionId: leads.submissionId,
      email: leads.email,
      companyId: leads.companyId,
      owner: leads.owner,
      state: leads.state,
      isPaid: leads.isPaid,
    })
    .from(leads)
    .where(and(eq(leads.id, leadId), eq(leads.kind, 'garantia'), isNull(leads.erasedAt)))
    .limit(1);
  if (!lead || lead.submissionId === null) throw new AppError('not_found');
  if (!mayRecordIssue(lead)) throw conflict(issuedRefusals.state);
  return { ...lead, submissionId: lead.submissionId };
}
