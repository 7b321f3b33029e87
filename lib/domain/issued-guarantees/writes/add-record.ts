import { and, eq, type SQL } from 'drizzle-orm';
import { issuedRefusals } from '#lib/domain/issued-guarantees/copy.ts';
import {
  type IssuedRow,
  listGuaranteesWhere,
  notAnnulledCondition,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { sameIssuerCondition } from '#lib/domain/issued-guarantees/reads/same-issuer.ts';
import { issuerKeyOf } from '#lib/domain/issued-guarantees/rules.ts';
import type { GuaranteeEventDetail, OwnGuarantee } from '#lib/domain/issued-guarantees/schema.ts';
import { addCode } from '#lib/domain/issued-guarantees/writes/codes.ts';
import { auditForOwner } from '#lib/domain/issued-guarantees/writes/record-changes.ts';
import {
  type IssuedFile,
  markDocumentKept,
} from '#lib/domain/issued-guarantees/writes/store-document.ts';
import { startTenderWatch } from '#lib/domain/requests/leads/writes/tenders.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { guaranteeEvents, issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';

export type RecordedGuarantee = { id: string; number: number };

type NewRecord = Omit<OwnGuarantee, 'documentId' | 'corrects'> &
  Pick<IssuedRow, 'submissionId' | 'item' | 'email' | 'companyId' | 'owner' | 'recordedBy'>;

/**
 * Adds a record with its code and its first event. Throws `conflict` if the same guarantee was
 * recorded before.
 */
export async function addRecord(
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
    await refuseExisting(tx, itemCondition, issuedRefusals.item);
  }
  const issuerCondition = sameIssuerCondition(
    issuerKey,
    side === 'company' && owner ? { owner } : undefined,
  );
  await refuseExisting(tx, issuerCondition, issuedRefusals.issuer);
  if (file) await markDocumentKept(tx, file, { submissionId, now });
  const id = randomId();
  const [addedRow] = await tx
    .insert(issuedGuarantees)
    .values({ ...record, ...file, id, issuerKey, actor, createdAt: now })
    .returning({ number: issuedGuarantees.number });
  if (!addedRow) throw new Error('the insert returned no row');
  const { number } = addedRow;
  const event = { guaranteeNumber: number, kind: 'registrada' as const, by: side, actor, at: now };
  await tx.insert(guaranteeEvents).values({ ...event, detail });
  await addCode(tx, number, now);
  await startTenderWatch(tx, record.tenderId);
  await auditForOwner(tx, ctx, { ...record, number }, 'recorded');
  return { id, number };
}

/**
 * If `condition` selects a record, throws `conflict` with the path of that record. It may select
 * only records that the caller may read.
 */
async function refuseExisting(tx: Tx, condition: SQL | undefined, message: string): Promise<void> {
  const [existing] = await listGuaranteesWhere(and(condition, notAnnulledCondition), {
    limit: 1,
    db: tx,
  });
  if (!existing) return;
  throw new AppError('conflict', { message, existing: `/api/guarantees/issued/${existing.id}` });
}
