import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { type AuditOrigin, audit } from '#lib/domain/audit/writes.ts';
import { otherRutColumn } from '#lib/domain/documents/other-rut.ts';
import { listCategory, type StoredDocument } from '#lib/domain/documents/reads/documents.ts';
import { categories } from '#lib/domain/documents/rules.ts';
import { makePreviousVersions } from '#lib/domain/documents/writes/keep-versions.ts';
import type { RemovedObjects } from '#lib/domain/documents/writes/remove-objects.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { shareLinkDocuments, shareLinks } from '#lib/platform/db/schema/share-links.ts';

type NewDocument = Pick<StoredDocument, 'id' | 'accountId' | 'category' | 'replaces'>;

/**
 * Lists the documents that a new one replaces: all in a category that holds one document, otherwise
 * only the one that the new document names. A document with a foreign RUT does not count as the
 * category's document, so it is replaced only by name.
 */
export async function listReplacedDocuments(
  tx: Tx,
  newDocument: NewDocument,
): Promise<StoredDocument[]> {
  const { id, accountId, category, replaces } = newDocument;
  const holdsOne = categories[category].holds === 'one';
  if (!holdsOne && !replaces) return [];
  const categoryDocuments = await listCategory(tx, accountId, category, holdsOne ? null : replaces);
  const otherRutIds = holdsOne ? await listOtherRutIds(tx, { accountId, category }) : new Set();
  return categoryDocuments.filter(
    (document) => document.id !== id && !otherRutIds.has(document.id),
  );
}

/** Lists the ids of documents of a category that state a foreign RUT. */
async function listOtherRutIds(
  tx: Tx,
  { accountId, category }: Omit<NewDocument, 'id' | 'replaces'>,
) {
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.accountId, accountId),
        eq(documents.state, 'kept'),
        eq(documents.category, category),
        sql`${otherRutColumn(sql`documents`)} is not null`,
      ),
    );
  return new Set(rows.map((row) => row.id));
}

/**
 * Replaces documents by another one, also in open share links that have a short URL. Requires a
 * transaction. Returns what `removeObjects` has to remove after the commit.
 */
export async function replaceDocuments(
  tx: Tx,
  { id, accountId }: Pick<StoredDocument, 'id' | 'accountId'>,
  replacedDocuments: readonly Pick<StoredDocument, 'id' | 'customTitle' | 'fileName'>[],
  origin: AuditOrigin,
): Promise<RemovedObjects> {
  const [firstReplaced] = replacedDocuments;
  if (!firstReplaced) return [];
  const oldIds = replacedDocuments.map((document) => document.id);
  const removedObjects = await makePreviousVersions(tx, { id, accountId }, oldIds, origin.now);
  const replacedName = firstReplaced.customTitle ?? firstReplaced.fileName;
  await tx.update(documents).set({ replaced: replacedName }).where(eq(documents.id, id));
  await moveInLinks(tx, { id, accountId }, oldIds, origin);
  return removedObjects;
}

/** Replaces documents in all open share links that have a short URL. */
export async function moveInLinks(
  tx: Tx,
  { id, accountId }: Pick<StoredDocument, 'id' | 'accountId'>,
  oldIds: readonly string[],
  origin: AuditOrigin,
): Promise<void> {
  const codeCondition = and(eq(shareLinks.accountId, accountId), isNotNull(shareLinks.codeHash));
  const openLinkIds = tx
    .select({ id: shareLinks.id })
    .from(shareLinks)
    .where(and(codeCondition, gt(shareLinks.expiresAt, origin.now)));
  const renewedRows = await tx
    .update(shareLinkDocuments)
    .set({ documentId: id, renewedAt: origin.now })
    .where(
      and(
        inArray(shareLinkDocuments.linkId, openLinkIds),
        inArray(shareLinkDocuments.documentId, [...oldIds]),
      ),
    )
    .returning({ linkId: shareLinkDocuments.linkId });
  if (renewedRows.length > 0) {
    const event = { accountId, action: 'share.renewed', subject: id } as const;
    await audit(tx, origin, event);
  }
}
