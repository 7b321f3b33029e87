import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { correctedText, extendsText, issuedRefusal } from '#lib/domain/issued-guarantees/copy.ts';
import {
  differencesOf,
  documentDifferences,
  joinDifferences,
} from '#lib/domain/issued-guarantees/differences.ts';
import { readUpload } from '#lib/domain/issued-guarantees/document-reading.ts';
import {
  findByNumber,
  findIssued,
  getIssued,
  type IssuedDetail,
  type IssuedRow,
  liveCondition,
} from '#lib/domain/issued-guarantees/reads.ts';
import { issuerKeyOf, mayFollow } from '#lib/domain/issued-guarantees/rules.ts';
import { sameIssuer } from '#lib/domain/issued-guarantees/same-issuer.ts';
import type {
  GuaranteeEventDetail,
  IssuedFacts,
  OwnGuarantee,
} from '#lib/domain/issued-guarantees/schema.ts';
import { writeEvent } from '#lib/domain/issued-guarantees/writes/add-event.ts';
import { addCode } from '#lib/domain/issued-guarantees/writes/codes.ts';
import {
  addToRequest,
  auditForOwner,
} from '#lib/domain/issued-guarantees/writes/record-changes.ts';
import {
  copyFromVault,
  copyOfStored,
  findStored,
  type IssuedFile,
  markDocumentKept,
} from '#lib/domain/issued-guarantees/writes/store-document.ts';
import { addLinks } from '#lib/domain/links/writes.ts';
import { leadIssuedPartition } from '#lib/domain/requests/leads/rules.ts';
import { watchTender } from '#lib/domain/requests/leads/tenders.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { guaranteeEvents, issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';

export type RecordedGuarantee = { id: string; number: number };

/**
 * Records what was issued for a guarantee of a request. The last record makes the request
 * `emitida`. Throws `conflict` if the request is not approved or the guarantee is recorded already,
 * and `validation_failed` for a difference without a reason, in the facts or in the document.
 */
export async function recordIssued(
  ctx: AdminCtx,
  leadId: number,
  { item, documentId, differenceReason, ...given }: IssuedFacts,
): Promise<RecordedGuarantee> {
  const [file, reading] = await Promise.all([findStored(documentId), readUpload(documentId)]);
  const { now } = ctx;
  return getDb().write(async (tx) => {
    const { submissionId, email, companyId, owner } = await findLead(tx, leadId);
    const { answers } = await getGuaranteeRequest(submissionId, tx);
    const requested = answers.garantias[item];
    if (!requested)
      throw new AppError('validation_failed', { fields: { item: 'Elige una de la lista.' } });
    const differences = joinDifferences(
      differencesOf(requested, answers, given),
      documentDifferences(requested, answers, reading),
    );
    if (differences.length > 0 && differenceReason === undefined) {
      const fields = { differenceReason: issuedRefusal.differs };
      throw new AppError('validation_failed', { fields });
    }
    const ownership = { email, companyId, owner };
    const record = { ...given, ...ownership, submissionId, item, recordedBy: 'advisor' as const };
    const text = differences.length > 0 ? differenceReason : undefined;
    const added = await addRecord(tx, ctx, record, file, { differences, text });
    const { number } = added;
    await addToWords(tx, leadId, [given.holderRut, given.beneficiaryRut]);
    await markExtended(tx, ctx, requested.renews, { id: added.id, owner });
    const linkId = await addLinks(tx, { kind: 'issued', subject: String(number), email, now });
    const payload = { number, linkId };
    const partition = leadIssuedPartition(leadId);
    await enqueueDelivery(tx, { partition, kind: 'issued.mail', payload, now });
    await addToRequest(tx, ctx, { leadId, submissionId, number, item });
    return added;
  });
}

/** Adds RUTs to the words by which the team finds a request, unless they are among them. */
async function addToWords(tx: Tx, leadId: number, ruts: readonly string[]): Promise<void> {
  for (const rut of ruts) {
    const words = sql`coalesce(${leads.about} || ' ', '') || ${rut}`;
    const isMissing = sql`instr(coalesce(${leads.about}, ''), ${rut}) = 0`;
    await tx
      .update(leads)
      .set({ about: words })
      .where(and(eq(leads.id, leadId), isMissing));
  }
}

/** Marks the extended guarantee as `prorrogada`, if it is in force and has the same owner. */
async function markExtended(
  tx: Tx,
  ctx: AdminCtx,
  number: number | undefined,
  successor: { id: string; owner: string | null },
): Promise<void> {
  const renewed = number === undefined ? null : await findByNumber(number, tx);
  if (!renewed || renewed.owner !== successor.owner || !mayFollow('prorrogada', renewed)) return;
  await writeEvent(tx, ctx, renewed, { kind: 'prorrogada', successorId: successor.id });
}

/**
 * Records a guarantee of the company, with a document of the vault or an upload (`uploadId`). The
 * record that it `corrects` is annulled in the same transaction, and its document reused. The
 * record with the id `extended` becomes `prorrogada`. Throws `conflict` if the guarantee is
 * recorded already, or one of these records has ended.
 */
export async function recordOwn(
  ctx: SignedInCtx,
  { documentId, corrects, ...given }: OwnGuarantee,
  uploadId?: string,
  extended?: string,
): Promise<RecordedGuarantee> {
  const wrong = corrects === undefined ? null : await getIssued(ctx, corrects);
  const file = await documentOf(ctx, { documentId, uploadId, wrong });
  const { email, companyId, owner } = ctx;
  const ownership = { email, companyId, owner };
  const ownRecord = {
    ...ownership,
    submissionId: null,
    item: null,
    recordedBy: 'company' as const,
  };
  return getDb().write(async (tx) => {
    if (corrects !== undefined) {
      const record = await getIssued(ctx, corrects, tx);
      await writeEvent(tx, ctx, record, { kind: 'anulada', text: correctedText });
    }
    if (await isAnnulledByTeam(tx, owner, issuerKeyOf(given))) {
      throw new AppError('conflict', { message: issuedRefusal.annulled });
    }
    const before = extended === undefined ? null : await getIssued(ctx, extended, tx);
    const text = before ? extendsText(before.number) : undefined;
    const added = await addRecord(tx, ctx, { ...given, ...ownRecord }, file, { text });
    if (before) await writeEvent(tx, ctx, before, { kind: 'prorrogada', successorId: added.id });
    return added;
  });
}

/** Whether the team annulled this owner's record with the same issuer and number. */
async function isAnnulledByTeam(tx: Tx, owner: string, issuerKey: string): Promise<boolean> {
  const [existing] = await tx
    .select({ number: issuedGuarantees.number })
    .from(issuedGuarantees)
    .innerJoin(guaranteeEvents, eq(guaranteeEvents.guarantee, issuedGuarantees.number))
    .where(
      and(
        eq(issuedGuarantees.owner, owner),
        eq(issuedGuarantees.issuerKey, issuerKey),
        eq(issuedGuarantees.recordedBy, 'company'),
        eq(guaranteeEvents.kind, 'anulada'),
        eq(guaranteeEvents.by, 'advisor'),
      ),
    )
    .limit(1);
  return existing !== undefined;
}

/**
 * Returns the document of a new record: an upload, a copy from the vault, or a copy of the document
 * of the corrected record. Returns null without one.
 */
async function documentOf(
  ctx: SignedInCtx,
  {
    documentId,
    uploadId,
    wrong,
  }: { wrong: IssuedDetail | null } & Partial<Record<'documentId' | 'uploadId', string>>,
): Promise<IssuedFile | null> {
  if (uploadId) return findStored(uploadId);
  if (documentId !== undefined) return copyFromVault(ctx, documentId);
  const document = wrong?.document;
  return document && document.verdict !== 'infected' ? copyOfStored(ctx, document) : null;
}

type NewRecord = Omit<OwnGuarantee, 'documentId' | 'corrects'> &
  Pick<IssuedRow, 'submissionId' | 'item' | 'email' | 'companyId' | 'owner' | 'recordedBy'>;

async function addRecord(
  tx: Tx,
  ctx: AdminCtx | SignedInCtx,
  { owner, ...record }: NewRecord,
  file: IssuedFile | null,
  detail: GuaranteeEventDetail,
): Promise<RecordedGuarantee> {
  const { submissionId, item, recordedBy: side } = record;
  const { now, accountId: actor } = ctx;
  const issuerKey = issuerKeyOf(record);
  if (submissionId !== null && item !== null) {
    const itemCondition = and(
      eq(issuedGuarantees.submissionId, submissionId),
      eq(issuedGuarantees.item, item),
    );
    await refuseKnown(tx, itemCondition, issuedRefusal.item);
  }
  const among = sameIssuer(issuerKey, side === 'company' && owner ? { owner } : undefined);
  await refuseKnown(tx, among, issuedRefusal.issuer);
  if (file) await markDocumentKept(tx, file, { submissionId, now });
  const id = randomId();
  const [added] = await tx
    .insert(issuedGuarantees)
    .values({ ...record, ...file, id, issuerKey, actor, createdAt: now })
    .returning({ number: issuedGuarantees.number });
  if (!added) throw new Error('the insert returned no row');
  const { number } = added;
  const event = { guarantee: number, kind: 'registrada' as const, by: side, actor, at: now };
  await tx.insert(guaranteeEvents).values({ ...event, detail });
  await addCode(tx, number, now);
  await watchTender(tx, record.tenderId);
  await auditForOwner(tx, ctx, { ...record, number }, 'recorded');
  return { id, number };
}

/**
 * Throws `conflict` with the address of the record that `isSame` selects, if there is one. It may
 * select only records that the caller may read.
 */
async function refuseKnown(tx: Tx, isSame: SQL | undefined, message: string): Promise<void> {
  const [existing] = await findIssued(and(isSame, liveCondition), { limit: 1, db: tx });
  if (!existing) return;
  throw new AppError('conflict', { message, existing: `/api/guarantees/issued/${existing.id}` });
}

async function findLead(tx: Tx, leadId: number) {
  const [lead] = await tx
    .select({
      submissionId: leads.submissionId,
      email: leads.email,
      companyId: leads.companyId,
      owner: leads.owner,
      state: leads.state,
    })
    .from(leads)
    .where(and(eq(leads.id, leadId), eq(leads.kind, 'garantia'), isNull(leads.erasedAt)))
    .limit(1);
  if (!lead || lead.submissionId === null) throw new AppError('not_found');
  if (lead.state !== 'aprobada' && lead.state !== 'emitida') {
    throw new AppError('conflict', { message: issuedRefusal.state });
  }
  return { ...lead, submissionId: lead.submissionId };
}
