import { and, eq, gt, inArray, lte, or } from 'drizzle-orm';
import {
  transientCondition,
  unplacedCondition,
  visibleStates,
} from '#lib/domain/documents/reads/documents.ts';
import { RESTORE_MS } from '#lib/domain/documents/rules.ts';
import { markRemoving, removeObjects } from '#lib/domain/documents/writes/remove-objects.ts';
import { waitingDocuments } from '#lib/domain/documents/writes/scan.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { log } from '#lib/platform/process/log.ts';
import { scanWaiting } from '#lib/platform/scanner/scan-files.ts';

const BATCH_SIZE = 50;
const MAX_BATCHES = 20;

/**
 * Removes deleted documents that can no longer be restored, then scans those that wait. Each of the
 * two parts stops if the storage or the scanner does not answer. Returns the number of removed
 * documents.
 */
export async function sweepDocuments(now: number): Promise<number> {
  let removedCount = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    await markEndedDocuments(now);
    const endedDocuments = await listDocumentsToRemove(now);
    const removedNow = await removeObjects(endedDocuments);
    removedCount += removedNow;
    if (endedDocuments.length < BATCH_SIZE || removedNow === 0) break;
  }
  if (removedCount > 0) log().info({ removed: removedCount }, 'documents swept');
  await scanWaiting(waitingDocuments);
  return removedCount;
}

/**
 * Marks documents as `removing` before their objects are deleted, so that they cannot be restored.
 */
async function markEndedDocuments(now: number): Promise<void> {
  const pastIds = getDb()
    .read.select({ id: documents.id })
    .from(documents)
    .where(
      and(
        transientCondition,
        eq(documents.state, 'deleted'),
        lte(documents.changedAt, now - RESTORE_MS),
      ),
    )
    .limit(BATCH_SIZE);
  const endingIds = getDb()
    .read.select({ id: documents.id })
    .from(documents)
    .where(and(transientCondition, eq(documents.state, 'removing')));
  const leftUnplacedCondition = and(unplacedCondition, inArray(documents.state, visibleStates));
  await getDb().write(async (tx) => {
    await markRemoving(
      tx,
      and(eq(documents.state, 'deleted'), inArray(documents.id, pastIds)),
      now,
    );
    await markRemoving(
      tx,
      and(eq(documents.state, 'former'), inArray(documents.formerOf, endingIds)),
      now,
    );
    await markRemoving(tx, and(leftUnplacedCondition, lte(documents.uploadedAt, now - DAY)), now);
  });
}

/**
 * Lists documents whose objects can be removed. An unfinished upload (`uploadedAt` 0) is among them
 * after an hour.
 */
async function listDocumentsToRemove(now: number) {
  return getDb()
    .read.select({ id: documents.id, objectKey: documents.objectKey })
    .from(documents)
    .where(
      and(
        transientCondition,
        eq(documents.state, 'removing'),
        or(gt(documents.uploadedAt, 0), lte(documents.changedAt, now - HOUR)),
      ),
    )
    .orderBy(documents.changedAt)
    .limit(BATCH_SIZE);
}
