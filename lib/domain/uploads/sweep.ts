import { and, eq, inArray, lte, notExists } from 'drizzle-orm';
import { retentionStart } from '#lib/domain/privacy/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { log } from '#lib/platform/process/log.ts';
import { removeEach } from '#lib/platform/storage/remove-each.ts';
import { sweepTempFiles } from '#lib/platform/storage/temp.ts';

const BATCH_SIZE = 50;
const MAX_BATCHES = 20;

/**
 * Removes uploads of more than 24 h that belong to no submission and no draft. Deletes each object
 * before its row. Stops when the storage cannot be reached. Returns the number of removed uploads.
 */
export async function sweepUploads(now: number): Promise<number> {
  await sweepTempFiles(now);
  let removedCount = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    await markAbandoned(now);
    const { marked, deleted } = await removeMarked(now);
    removedCount += deleted;
    if (marked < BATCH_SIZE || deleted === 0) break;
  }
  if (removedCount > 0) log().info({ removed: removedCount }, 'uploads swept');
  return removedCount;
}

/**
 * Marks abandoned uploads first, in a write of its own, so that no submission can name them any
 * more.
 */
async function markAbandoned(now: number): Promise<void> {
  await getDb().write(async (tx) => {
    const draft = tx.select({ id: drafts.id }).from(drafts).where(eq(drafts.id, uploads.draftId));
    const abandonedIds = tx
      .select({ id: uploads.id })
      .from(uploads)
      .where(
        and(
          inArray(uploads.state, ['requested', 'arrived']),
          lte(uploads.createdAt, retentionStart('pendingUpload', now)),
          notExists(draft),
        ),
      )
      .limit(BATCH_SIZE);
    await tx.update(uploads).set({ state: 'removing' }).where(inArray(uploads.id, abandonedIds));
  });
}

/**
 * Removes marked uploads. Younger rows may be uploads in progress, so they stay. A failure is tried
 * again in an hour.
 */
async function removeMarked(now: number): Promise<{ marked: number; deleted: number }> {
  const markedUploads = await getDb()
    .read.select({ id: uploads.id, objectKey: uploads.objectKey })
    .from(uploads)
    .where(and(eq(uploads.state, 'removing'), lte(uploads.createdAt, now - HOUR)))
    .orderBy(uploads.createdAt)
    .limit(BATCH_SIZE);
  const { removedIds: deletedIds, refusedIds: failedIds } = await removeEach(markedUploads);
  if (deletedIds.length + failedIds.length > 0) {
    await getDb().write(async (tx) => {
      const removingCondition = eq(uploads.state, 'removing');
      await tx.delete(uploads).where(and(inArray(uploads.id, deletedIds), removingCondition));
      await tx
        .update(uploads)
        .set({ createdAt: now })
        .where(and(inArray(uploads.id, failedIds), removingCondition));
    });
  }
  return { marked: markedUploads.length, deleted: deletedIds.length };
}
