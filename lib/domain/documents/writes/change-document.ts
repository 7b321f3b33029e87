import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { getAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import {
  datesOf,
  expiryIssueDay,
  knownEnd,
  problemsOfDates,
} from '#lib/domain/documents/expiry.ts';
import { otherRutIn } from '#lib/domain/documents/other-rut.ts';
import { checkVaultQuota } from '#lib/domain/documents/quota.ts';
import {
  hasUndeniedEnd,
  readingOf,
  valuesThatSettleReading,
} from '#lib/domain/documents/readings.ts';
import {
  findOwnDocument,
  findRestorable,
  listCategory,
  type StoredDocument,
} from '#lib/domain/documents/reads.ts';
import { listReplacedDocuments, replaceDocuments } from '#lib/domain/documents/replacement.ts';
import { categories, isCategory, RESTORE_MS } from '#lib/domain/documents/rules.ts';
import type { changeBody } from '#lib/domain/documents/schema.ts';
import { type FormerDocument, listFormerVersions } from '#lib/domain/documents/versions.ts';
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
import { getScanner } from '#lib/platform/scanner/client.ts';
import { renameFile } from '#lib/platform/storage/file-name.ts';

type Ctx = SignedInCtx | AdminCtx;
type DocumentRef = { category: string; documentId?: string | undefined };

/**
 * Deletes a document so that its owner can restore it for a minute. `restorableUntil` (ms) is null
 * for infected documents and former versions, which are deleted at once. Throws
 * `document_not_found`, and `validation_failed` if the category holds several and none is named.
 */
export async function deleteDocument(ctx: Ctx, ref: DocumentRef) {
  const { holderId: accountId, now } = ctx;
  const { document, isOver, ended } = await getDb().write(async (tx) => {
    const { document, others } = await chooseDocument(tx, ctx, ref);
    const isOver = document.state === 'infected' || document.state === 'former';
    const endedIds = (isOver ? [document, ...others] : others).map(({ id }) => id);
    const ended =
      endedIds.length > 0 ? await markRemoving(tx, inArray(documents.id, endedIds), now) : [];
    await tx
      .update(documents)
      .set({ state: 'deleted', changedAt: now })
      .where(and(eq(documents.id, document.id), eq(documents.state, document.state)));
    await audit(tx, ctx, { accountId, action: 'document.deleted', subject: document.id });
    return { document, isOver, ended };
  });
  await removeObjects(ended);
  return { documentId: document.id, restorableUntil: isOver ? null : now + RESTORE_MS };
}

/**
 * Restores a document that was just deleted, or a former version. Throws `document_not_found`, and
 * `conflict` if another document took its place or the vault is full.
 */
export async function restoreDocument(ctx: Ctx, documentId: string): Promise<StoredDocument> {
  const { holderId: accountId, now: changedAt } = ctx;
  const { restored, ended } = await getDb().write(async (tx) => {
    const [former] = await listFormerVersions(accountId, tx, documentId);
    if (former) return changePlaces(tx, ctx, former);
    const deleted = await findRestorable(accountId, documentId, changedAt, tx);
    if (!deleted) throw new AppError('document_not_found');
    const replacedRows =
      categories[deleted.category].holds === 'one' && (await listReplacedDocuments(tx, deleted));
    if (replacedRows && replacedRows.length > 0) {
      throw conflict('Ya subiste otro documento en su lugar.');
    }
    await checkVaultQuota(accountId, deleted.size, [], tx);
    const judged = deleted.scannedAt !== null || !getScanner();
    const state = judged ? ('kept' as const) : ('waiting' as const);
    await tx.update(documents).set({ state, changedAt }).where(eq(documents.id, documentId));
    await audit(tx, ctx, { accountId, action: 'document.restored', subject: documentId });
    return { restored: { ...deleted, state, changedAt }, ended: [] };
  });
  await removeObjects(ended);
  return restored.state === 'waiting' ? awaitScan(restored) : restored;
}

async function changePlaces(
  tx: Tx,
  ctx: Ctx,
  former: FormerDocument,
): Promise<{ restored: StoredDocument; ended: RemovedObjects }> {
  const { holderId: accountId, now: changedAt } = ctx;
  const { id, formerOf, replaced } = former;
  const present = formerOf && (await findOwnDocument(accountId, formerOf, tx));
  if (!present) throw new AppError('document_not_found');
  await checkVaultQuota(accountId, former.size, [present], tx);
  const { sortAt } = present;
  const values = { state: 'kept' as const, formerOf: null, sortAt, changedAt };
  await tx.update(documents).set(values).where(eq(documents.id, id));
  const ended = await replaceDocuments(tx, former, [present], ctx);
  // An unscanned document was to replace the present one. Now it will replace the restored one.
  await tx
    .update(documents)
    .set({ replaces: id })
    .where(and(eq(documents.accountId, accountId), eq(documents.replaces, present.id)));
  await tx.update(documents).set({ replaced }).where(eq(documents.id, id));
  await audit(tx, ctx, { accountId, action: 'document.restored', subject: id });
  return { restored: { ...former, ...values }, ended };
}

/**
 * Changes title and dates, and computes the end if it was not typed or printed. After a change of
 * the end, its alerts are sent again. A document that its owner claims (`own`) takes the place that
 * it did not get because of its RUT.
 */
export async function changeDocument(ctx: Ctx, id: string, changes: z.output<typeof changeBody>) {
  const { changed, ended } = await getDb().write(async (tx) => {
    const document = await findOwnDocument(ctx.holderId, id, tx);
    if (!document || document.state === 'infected') throw new AppError('document_not_found');
    const { customTitle, ...dateChanges } = changes;
    if (customTitle !== undefined && Object.values(dateChanges).every((day) => day === undefined))
      return { changed: await renameDocument(tx, ctx, document, changes), ended: [] };
    const issued = expiryIssueDay(changes, ctx.now);
    const issuedAt = issued === undefined ? document.issuedAt : issued;
    const entered = changes.expiresAt === undefined ? knownEnd(document) : changes.expiresAt;
    const fields = problemsOfDates({ issuedAt, expiresAt: entered }, ctx.now);
    if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
    const isEndUnread = hasUndeniedEnd(document, document.category) && !changes.endless;
    const dates = await datesOf(document.category, { ...document, issuedAt, entered, isEndUnread });
    const { rut } = await getAccount(ctx.holderId, tx);
    const owner = { rut, role: ctx.role };
    const stated = otherRutIn(readingOf(document), document.category, owner);
    const isClaimed = stated !== null && changes.own !== undefined;
    const values = {
      ...nameOf(document, changes),
      ...dates,
      ...valuesThatSettleReading(document, isEndUnread, isClaimed ? null : stated),
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

/** Changes the title alone, so that dates and facts that nobody confirmed yet stay. */
async function renameDocument(
  tx: Tx,
  ctx: Ctx,
  document: StoredDocument,
  changes: z.output<typeof changeBody>,
) {
  const values = nameOf(document, changes);
  await tx.update(documents).set(values).where(eq(documents.id, document.id));
  await audit(tx, ctx, {
    accountId: ctx.holderId,
    action: 'document.edited',
    subject: document.id,
  });
  return { ...document, ...values };
}

function nameOf(
  { category, fileName, customTitle }: StoredDocument,
  changes: { customTitle?: string | undefined },
) {
  const { customTitle: name } = changes;
  if (name === undefined) return { fileName, customTitle };
  if (category === 'otros') return { fileName, customTitle: name };
  return { fileName: renameFile(fileName, name), customTitle };
}

/**
 * Finds the document to delete, which may be a former version. If its category holds one document,
 * `others` are deleted with it.
 */
async function chooseDocument(tx: Tx, ctx: Ctx, { category, documentId }: DocumentRef) {
  const inCategory = isCategory(category) ? await listCategory(tx, ctx.holderId, category) : [];
  const named = documentId ? inCategory.filter(({ id }) => id === documentId) : inCategory;
  const [document] = named;
  const [former] =
    document || !documentId ? [] : await listFormerVersions(ctx.holderId, tx, documentId);
  if (former?.category === category) return { document: former, others: [] };
  if (!document) throw new AppError('document_not_found');
  const holdsOne = categories[document.category].holds === 'one';
  if (!holdsOne && named.length > 1) {
    throw new AppError('validation_failed', {
      fields: { documentId: 'Esta categoría tiene varios documentos: indica cuál.' },
    });
  }
  return { document, others: holdsOne ? named.slice(1) : [] };
}
