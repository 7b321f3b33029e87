import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { getAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import {
  computeDates,
  dateProblemsOf,
  expiryIssueDay,
  knownEnd,
} from '#lib/domain/documents/expiry.ts';
import { findOtherRut } from '#lib/domain/documents/other-rut.ts';
import { checkVaultQuota } from '#lib/domain/documents/quota.ts';
import { mayHaveExpiry, readingOf, settledReadingValues } from '#lib/domain/documents/readings.ts';
import {
  findOwnDocument,
  findRestorableDocument,
  listCategory,
  type StoredDocument,
} from '#lib/domain/documents/reads/documents.ts';
import {
  listPreviousVersions,
  type PreviousDocument,
} from '#lib/domain/documents/reads/previous-versions.ts';
import { listReplacedDocuments, replaceDocuments } from '#lib/domain/documents/replacement.ts';
import { categories, isCategory, RESTORE_MS } from '#lib/domain/documents/rules.ts';
import type { changeBody } from '#lib/domain/documents/schema.ts';
import {
  markRemoving,
  type RemovedObjects,
  removeObjects,
} from '#lib/domain/documents/writes/remove-objects.ts';
import { awaitScan } from '#lib/domain/documents/writes/scan.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { documentAlerts } from '#lib/platform/db/schema/alerts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { findScanner } from '#lib/platform/scanner/client.ts';
import { renameFile } from '#lib/platform/storage/file-name.ts';

type Ctx = SignedInCtx | AdminCtx;
type DocumentRef = { category: string; documentId?: string | undefined };

/**
 * Deletes a document. Its owner can restore it for a minute, until `restorableUntil` (ms). Infected
 * documents and former versions are deleted at once, and `restorableUntil` is null. Throws
 * `document_not_found`, and `validation_failed` if the category holds several documents and none is
 * named.
 */
export async function deleteDocument(ctx: Ctx, ref: DocumentRef) {
  const { holderId, now } = ctx;
  const { document, isOver, ended } = await getDb().write(async (tx) => {
    const { document, others } = await getDocumentToDelete(tx, ctx, ref);
    const isOver = document.state === 'infected' || document.state === 'former';
    const idsToRemove = (isOver ? [document, ...others] : others).map(({ id }) => id);
    const removedObjects =
      idsToRemove.length > 0 ? await markRemoving(tx, inArray(documents.id, idsToRemove), now) : [];
    await tx
      .update(documents)
      .set({ state: 'deleted', changedAt: now })
      .where(and(eq(documents.id, document.id), eq(documents.state, document.state)));
    await audit(tx, ctx, { accountId: holderId, action: 'document.deleted', subject: document.id });
    return { document, isOver, ended: removedObjects };
  });
  await removeObjects(ended);
  return { documentId: document.id, restorableUntil: isOver ? null : now + RESTORE_MS };
}

/**
 * Restores a document that was just deleted, or a former version. Throws `document_not_found`, and
 * `conflict` if another document took its place or the vault is full.
 */
export async function restoreDocument(ctx: Ctx, documentId: string): Promise<StoredDocument> {
  const { holderId, now: changedAt } = ctx;
  const { restored, ended } = await getDb().write(async (tx) => {
    const [previous] = await listPreviousVersions(holderId, tx, documentId);
    if (previous) return swapWithPrevious(tx, ctx, previous);
    const deletedDocument = await findRestorableDocument(holderId, documentId, changedAt, tx);
    if (!deletedDocument) throw new AppError('document_not_found');
    const replacedRows =
      categories[deletedDocument.category].holds === 'one' &&
      (await listReplacedDocuments(tx, deletedDocument));
    if (replacedRows && replacedRows.length > 0) {
      throw conflict('Ya subiste otro documento en su lugar.');
    }
    await checkVaultQuota(holderId, deletedDocument.size, [], tx);
    const needsNoScan = deletedDocument.scannedAt !== null || !findScanner();
    const state = needsNoScan ? ('kept' as const) : ('waiting' as const);
    await tx.update(documents).set({ state, changedAt }).where(eq(documents.id, documentId));
    await audit(tx, ctx, { accountId: holderId, action: 'document.restored', subject: documentId });
    return { restored: { ...deletedDocument, state, changedAt }, ended: [] };
  });
  await removeObjects(ended);
  return restored.state === 'waiting' ? awaitScan(restored) : restored;
}

async function swapWithPrevious(
  tx: Tx,
  ctx: Ctx,
  previous: PreviousDocument,
): Promise<{ restored: StoredDocument; ended: RemovedObjects }> {
  const { holderId, now: changedAt } = ctx;
  const { id, formerOf, replaced } = previous;
  const currentDocument = formerOf && (await findOwnDocument(holderId, formerOf, tx));
  if (!currentDocument) throw new AppError('document_not_found');
  await checkVaultQuota(holderId, previous.size, [currentDocument], tx);
  const { sortAt } = currentDocument;
  const values = { state: 'kept' as const, formerOf: null, sortAt, changedAt };
  await tx.update(documents).set(values).where(eq(documents.id, id));
  const ended = await replaceDocuments(tx, previous, [currentDocument], ctx);
  // An unscanned document was going to replace the present one. Now it will replace the restored
  // one.
  await tx
    .update(documents)
    .set({ replaces: id })
    .where(and(eq(documents.accountId, holderId), eq(documents.replaces, currentDocument.id)));
  await tx.update(documents).set({ replaced }).where(eq(documents.id, id));
  await audit(tx, ctx, { accountId: holderId, action: 'document.restored', subject: id });
  return { restored: { ...previous, ...values }, ended };
}

/**
 * Changes title and dates, and computes the end if it was neither typed nor printed. If the end
 * changes, its alerts are sent again. A document that its owner claims (`own`) takes the place that
 * its RUT had denied it.
 */
export async function changeDocument(ctx: Ctx, id: string, changes: z.output<typeof changeBody>) {
  const { changed, ended } = await getDb().write(async (tx) => {
    const document = await findOwnDocument(ctx.holderId, id, tx);
    if (!document || document.state === 'infected') throw new AppError('document_not_found');
    const { customTitle, ...dateChanges } = changes;
    if (customTitle !== undefined && Object.values(dateChanges).every((day) => day === undefined))
      return { changed: await renameDocument(tx, ctx, document, changes), ended: [] };
    const newIssueDay = expiryIssueDay(changes, ctx.now);
    const issuedAt = newIssueDay === undefined ? document.issuedAt : newIssueDay;
    const entered = changes.expiresAt === undefined ? knownEnd(document) : changes.expiresAt;
    const fields = dateProblemsOf({ issuedAt, expiresAt: entered }, ctx.now);
    if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
    const endUnread = mayHaveExpiry(document, document.category) && !changes.endless;
    const dates = computeDates(document.category, {
      ...document,
      issuedAt,
      entered,
      isEndUnread: endUnread,
    });
    const { rut } = await getAccount(ctx.holderId, tx);
    const owner = { rut, role: ctx.role };
    const otherRut = findOtherRut(readingOf(document), document.category, owner);
    const isClaimed = otherRut !== null && changes.own !== undefined;
    const values = {
      ...nameValues(document, changes),
      ...dates,
      ...settledReadingValues(document, { endUnread, rut: isClaimed ? null : otherRut }),
    };
    await tx.update(documents).set(values).where(eq(documents.id, id));
    if (values.expiresAt !== document.expiresAt) {
      await tx.delete(documentAlerts).where(eq(documentAlerts.documentId, id));
    }
    await audit(tx, ctx, { accountId: ctx.holderId, action: 'document.edited', subject: id });
    const replaced = isClaimed ? await listReplacedDocuments(tx, document) : [];
    const ended = await replaceDocuments(tx, document, replaced, ctx);
    return { changed: { ...document, ...values }, ended };
  });
  await removeObjects(ended);
  return changed;
}

/** Changes only the title. Dates and facts that nobody confirmed stay as they are. */
async function renameDocument(
  tx: Tx,
  ctx: Ctx,
  document: StoredDocument,
  changes: z.output<typeof changeBody>,
) {
  const values = nameValues(document, changes);
  await tx.update(documents).set(values).where(eq(documents.id, document.id));
  await audit(tx, ctx, {
    accountId: ctx.holderId,
    action: 'document.edited',
    subject: document.id,
  });
  return { ...document, ...values };
}

function nameValues(
  { category, fileName, customTitle }: StoredDocument,
  changes: { customTitle?: string | undefined },
) {
  const { customTitle: name } = changes;
  if (name === undefined) return { fileName, customTitle };
  if (category === 'otros') return { fileName, customTitle: name };
  return { fileName: renameFile(fileName, name), customTitle };
}

/**
 * Finds the document to delete, which may be a former version. `others` are the other documents of
 * a category that holds one document; they are deleted too.
 */
async function getDocumentToDelete(tx: Tx, ctx: Ctx, { category, documentId }: DocumentRef) {
  const categoryDocuments = isCategory(category)
    ? await listCategory(tx, ctx.holderId, category)
    : [];
  const namedDocuments = documentId
    ? categoryDocuments.filter(({ id }) => id === documentId)
    : categoryDocuments;
  const [document] = namedDocuments;
  const [previous] =
    document || !documentId ? [] : await listPreviousVersions(ctx.holderId, tx, documentId);
  if (previous?.category === category) return { document: previous, others: [] };
  if (!document) throw new AppError('document_not_found');
  const holdsOne = categories[document.category].holds === 'one';
  if (!holdsOne && namedDocuments.length > 1) {
    throw new AppError('validation_failed', {
      fields: { documentId: 'Esta categoría tiene varios documentos: indica cuál.' },
    });
  }
  return { document, others: holdsOne ? namedDocuments.slice(1) : [] };
}
