import { and, asc, eq, inArray } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import {
  type StoredDocument,
  transientCondition,
  type UncategorizedDocument,
  visibleStates,
} from '#lib/domain/documents/reads/documents.ts';
import { listReplacedDocuments, replaceDocuments } from '#lib/domain/documents/replacement.ts';
import { isCategory } from '#lib/domain/documents/rules.ts';
import { type RemovedObjects, removeObjects } from '#lib/domain/documents/writes/remove-objects.ts';
import { invalidFile } from '#lib/domain/uploads/check-file.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { type ScanQueue, scanWithinWait } from '#lib/platform/scanner/scan-files.ts';
import { randomId } from '#lib/platform/security/ids.ts';

type WaitingDocument = Pick<StoredDocument, 'id' | 'accountId' | 'objectKey' | 'size'>;

export const waitingDocuments: ScanQueue<WaitingDocument> = {
  list: (skip, limit) =>
    getDb()
      .read.select()
      .from(documents)
      .where(and(transientCondition, eq(documents.state, 'waiting')))
      .orderBy(asc(documents.changedAt), asc(documents.id))
      .limit(limit)
      .offset(skip),
  settle: async (document, verdict, at, scannedAt) => {
    const removedObjects = await getDb().write((tx) =>
      verdict.isClean
        ? markKept(tx, document.id, at, scannedAt)
        : markInfected(tx, document, { at, finding: verdict.finding }),
    );
    await removeObjects(removedObjects);
  },
};

/**
 * Waits briefly for the virus scan of a new document. If the scan finds something in that time,
 * removes the document and throws `invalid_file`. If the scan takes longer, the document stays
 * `waiting`.
 */
export async function awaitScan<D extends StoredDocument | UncategorizedDocument>(
  document: D,
): Promise<D> {
  await scanWithinWait(waitingDocuments, document);
  const [scannedDocument] = await getDb()
    .read.select()
    .from(documents)
    .where(and(eq(documents.id, document.id), inArray(documents.state, visibleStates)))
    .limit(1);
  if (scannedDocument?.state !== 'infected')
    return { ...document, ...(scannedDocument as D | undefined) };
  await getDb().write((tx) => tx.delete(documents).where(eq(documents.id, document.id)));
  throw invalidFile('infected');
}

const scanner = { requestId: 'scanner', ip: '', actor: 'scanner' };

async function markKept(
  tx: Tx,
  id: string,
  at: number,
  scannedAt: number | null,
): Promise<RemovedObjects> {
  const [document] = await tx
    .update(documents)
    .set({ state: 'kept', changedAt: at, scannedAt })
    .where(and(eq(documents.id, id), eq(documents.state, 'waiting')))
    .returning();
  if (!document || !isCategory(document.category)) return [];
  const replacedDocuments = await listReplacedDocuments(tx, {
    ...document,
    category: document.category,
  });
  return replaceDocuments(tx, document, replacedDocuments, { ...scanner, now: at });
}

/**
 * Marks a document as infected. Its row stays, to show the owner why it is missing. A second row
 * names the object until the object is removed.
 */
async function markInfected(
  tx: Tx,
  { id, accountId, objectKey }: WaitingDocument,
  { at, finding }: { at: number; finding: string },
): Promise<RemovedObjects> {
  const values = { state: 'infected', objectKey: '', scannedAt: at, changedAt: at } as const;
  const [row] = await tx
    .update(documents)
    .set({ ...values, finding, replaces: null })
    .where(and(eq(documents.id, id), eq(documents.state, 'waiting')))
    .returning();
  if (!row) return [];
  const removingRow = { ...row, id: randomId(), fileId: randomId(), objectKey };
  await tx.insert(documents).values({ ...removingRow, state: 'removing' });
  await audit(
    tx,
    { ...scanner, now: at },
    { accountId, action: 'document.infected', subject: id, actor: scanner.actor },
  );
  return [removingRow];
}
