import { and, eq } from 'drizzle-orm';
import { correctedText, extendsText, issuedRefusals } from '#lib/domain/issued-guarantees/copy.ts';
import {
  getIssuedGuarantee,
  type IssuedDetail,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { issuerKeyOf } from '#lib/domain/issued-guarantees/rules.ts';
import type { OwnGuarantee } from '#lib/domain/issued-guarantees/schema.ts';
import { writeEvent } from '#lib/domain/issued-guarantees/writes/add-event.ts';
import {
  addRecord,
  type RecordedGuarantee,
} from '#lib/domain/issued-guarantees/writes/add-record.ts';
import {
  copyFromVault,
  copyStoredDocument,
  hashStoredDocument,
  type IssuedFile,
} from '#lib/domain/issued-guarantees/writes/store-document.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { guaranteeEvents, issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { conflict } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Records a guarantee of the company, with a document of the vault or an upload (`uploadId`). If it
 * `corrects` a record, that one is annulled in the same transaction and its document is used again.
 * The record with the id `extendedId` becomes `prorrogada`. Throws `conflict` if the guarantee was
 * recorded before, or if one of these two records has ended.
 */
export async function recordOwnGuarantee(
  ctx: SignedInCtx,
  { documentId, corrects, ...facts }: OwnGuarantee,
  uploadId?: string,
  extendedId?: string,
): Promise<RecordedGuarantee> {
  const wrongRecord = corrects === undefined ? null : await getIssuedGuarantee(ctx, corrects);
  const file = await storeRecordDocument(ctx, { documentId, uploadId, wrong: wrongRecord });
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
      const record = await getIssuedGuarantee(ctx, corrects, tx);
      await writeEvent(tx, ctx, record, { kind: 'anulada', text: correctedText });
    }
    if (await isAnnulledByTeam(tx, owner, issuerKeyOf(facts))) {
      throw conflict(issuedRefusals.annulled);
    }
    const extendedRecord =
      extendedId === undefined ? null : await getIssuedGuarantee(ctx, extendedId, tx);
    const text = extendedRecord ? extendsText(extendedRecord.number) : undefined;
    const addedRecord = await addRecord(tx, ctx, { ...facts, ...ownRecord }, file, { text });
    if (extendedRecord)
      await writeEvent(tx, ctx, extendedRecord, {
        kind: 'prorrogada',
        successorId: addedRecord.id,
      });
    return addedRecord;
  });
}

/** Returns whether the team annulled a record of this owner with the same issuer and number. */
async function isAnnulledByTeam(tx: Tx, owner: string, issuerKey: string): Promise<boolean> {
  const [existing] = await tx
    .select({ number: issuedGuarantees.number })
    .from(issuedGuarantees)
    .innerJoin(guaranteeEvents, eq(guaranteeEvents.guaranteeNumber, issuedGuarantees.number))
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
 * Returns the document of a new record: an upload, a copy from the vault, or a copy of the
 * corrected record's document. Returns null if the record has none.
 */
async function storeRecordDocument(
  ctx: SignedInCtx,
  {
    documentId,
    uploadId,
    wrong,
  }: { wrong: IssuedDetail | null } & Partial<Record<'documentId' | 'uploadId', string>>,
): Promise<IssuedFile | null> {
  if (uploadId) return hashStoredDocument(uploadId);
  if (documentId !== undefined) return copyFromVault(ctx, documentId);
  const document = wrong?.document;
  return document && document.verdict !== 'infected' ? copyStoredDocument(ctx, document) : null;
}
