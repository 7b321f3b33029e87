import { and, desc, eq } from 'drizzle-orm';
import type { OwnedDocument } from '#lib/domain/documents/reads/documents.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';

export type PreviousDocument = OwnedDocument & { state: 'former' };

/** Lists the former versions of documents, the last replaced first. */
export async function listPreviousVersions(
  accountId: string,
  db: ReadDb | Tx = getDb().read,
  id?: string,
): Promise<PreviousDocument[]> {
  const previousCondition = and(eq(documents.accountId, accountId), eq(documents.state, 'former'));
  const rows = await db
    .select()
    .from(documents)
    .where(and(previousCondition, id === undefined ? undefined : eq(documents.id, id)))
    .orderBy(desc(documents.changedAt), desc(documents.id));
  return rows as PreviousDocument[]; // Former documents have a category.
}

/** Time for which a replacement or an upload counts as recent. */
export const RECENT_UPLOAD_MS = 10 * MINUTE;

/**
 * Finds the former version that one of the documents `among` replaced within the last 10 minutes.
 * The page then offers to undo the replacement.
 */
export function findUndoableReplacement(
  previousVersions: readonly PreviousDocument[],
  currentDocuments: readonly { id: string }[],
  now: number,
) {
  const currentIds = new Set(currentDocuments.map(({ id }) => id));
  const lastReplaced = previousVersions.find(
    ({ formerOf }) => formerOf !== null && currentIds.has(formerOf),
  );
  if (!lastReplaced || lastReplaced.changedAt < now - RECENT_UPLOAD_MS) return undefined;
  return { category: lastReplaced.category, documentId: lastReplaced.id };
}
