import { and, eq, inArray, ne, type SQL } from 'drizzle-orm';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { now } from '#lib/platform/process/clock.ts';
import { removeEach } from '#lib/platform/storage/remove-each.ts';

/** Rows that a write marked `removing`. Their objects are removed after its commit. */
export type RemovedObjects = Pick<typeof documents.$inferSelect, 'id' | 'objectKey'>[];

/**
 * Marks the selected documents as `removing`, which hides them at once. Returns what
 * `removeObjects` has to remove after the commit.
 */
export function markRemoving(
  tx: Tx,
  condition: SQL | undefined,
  now: number,
): Promise<RemovedObjects> {
  return tx
    .update(documents)
    .set({ state: 'removing', changedAt: now })
    .where(condition)
    .returning({ id: documents.id, objectKey: documents.objectKey });
}

/**
 * Marks all documents of an account as `removing`, including unscanned ones and those that could
 * still be restored.
 */
export async function endVault(tx: Tx, accountId: string, now: number): Promise<void> {
  await markRemoving(
    tx,
    and(eq(documents.accountId, accountId), ne(documents.state, 'removing')),
    now,
  );
}

/**
 * Removes the stored bytes before the rows: after a crash, the sweeper still finds the bytes by
 * their rows. Returns how many documents were removed.
 */
export async function removeObjects(objects: RemovedObjects): Promise<number> {
  const { removedIds, refusedIds: failedIds } = await removeEach(objects);
  if (removedIds.length + failedIds.length === 0) return 0;
  await getDb().write(async (tx) => {
    const removingCondition = eq(documents.state, 'removing');
    await tx.delete(documents).where(and(inArray(documents.id, removedIds), removingCondition));
    await tx
      .update(documents)
      .set({ changedAt: now() })
      .where(and(inArray(documents.id, failedIds), removingCondition));
  });
  return removedIds.length;
}
