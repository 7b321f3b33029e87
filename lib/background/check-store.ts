import { and, eq } from 'drizzle-orm';
import {
  readStoreRows,
  requiresObject,
  type StoreRow,
  type StoreTable,
  storeTables,
} from '#lib/background/store-rows.ts';
import { sweepDocuments } from '#lib/domain/documents/sweep.ts';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { now } from '#lib/platform/process/clock.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { isUndecryptable } from '#lib/platform/storage/encryption/encrypted-file.ts';
import { getFileKeys } from '#lib/platform/storage/encryption/file-keys.ts';
import type { StoredObject } from '#lib/platform/storage/storage.ts';

/** Every key that this app writes begins with one of these. */
const PREFIXES = ['files/', 'incoming/', 'vault/'];
/** Number of stored objects that are checked at the same time. */
const AT_ONCE = 16;
/** Maximum number of objects without a row that are taken for orphans. More may be suspicious. */
const MIN_SUSPICIOUS = 10;

type Problem =
  | { problem: 'object without a row'; name: string; size: number; modifiedAt: number }
  | {
      problem: 'row without its object' | 'object of another size' | 'object that does not open';
      table: StoreTable;
      id: string;
    };

/**
 * Compares stored objects with their rows. `fix` sweeps and removes objects without a row; a row
 * without its object is only reported. `suspicious` means that most objects have no row. Then this
 * is probably another database, so `fix` also needs `force`.
 */
export async function checkStore({ fix, force = false }: { fix: boolean; force?: boolean }) {
  if (fix) {
    await sweepUploads(now());
    await sweepDocuments(now());
  }
  // Objects are listed before rows. A row is written first, so even the newest should have one.
  const unclaimedSizes = new Map<string, number>();
  for await (const { name, size } of getStorage().list(PREFIXES)) unclaimedSizes.set(name, size);
  const objectCount = unclaimedSizes.size;
  const problems: Problem[] = [];
  let rowCount = 0;
  // Each encrypted object is opened, because its header tells its size and whether its key is
  // known.
  const areEncrypted = getFileKeys().allKeys.length > 0;
  const pendingChecks: Promise<Problem | null>[] = [];
  const runChecks = async () => {
    problems.push(
      ...(await Promise.all(pendingChecks.splice(0))).filter((problem) => problem !== null),
    );
  };
  for (const table of ['uploads', 'documents'] as const) {
    for await (const row of readStoreRows(table)) {
      rowCount += 1;
      const name = getStorage().nameOf(row.objectKey);
      const storedSize = unclaimedSizes.get(name);
      unclaimedSizes.delete(name);
      const hasRightSize = storedSize === row.size && !areEncrypted;
      if (!requiresObject(row) || hasRightSize) continue;
      pendingChecks.push(checkStoredObject(row));
      if (pendingChecks.length === AT_ONCE) await runChecks();
    }
    await runChecks();
  }
  const isSuspicious =
    unclaimedSizes.size > MIN_SUSPICIOUS && unclaimedSizes.size > objectCount / 2;
  let repairedCount = 0;
  for await (const { name, size, modifiedAt, remove } of listOrphans(unclaimedSizes)) {
    if (fix && (force || !isSuspicious)) {
      await remove();
      repairedCount += 1;
    } else problems.push({ problem: 'object without a row', name, size, modifiedAt });
  }
  return {
    objects: objectCount,
    rows: rowCount,
    problems,
    repaired: repairedCount,
    suspicious: isSuspicious,
  };
}

async function checkStoredObject(row: StoreRow): Promise<Problem | null> {
  const table = storeTables[row.table];
  const object = await getStorage()
    .head(row.objectKey)
    .catch((error) => (isUndecryptable(error) ? ('unopened' as const) : Promise.reject(error)));
  if (object !== 'unopened' && object?.size === row.size) return null;
  const [currentRow] = await getDb()
    .read.select({ state: table.state })
    .from(table)
    .where(and(eq(table.id, row.id), eq(table.objectKey, row.objectKey)))
    .limit(1);
  if (!currentRow || !requiresObject({ ...row, state: currentRow.state })) return null;
  const rowRef = { table: row.table, id: row.id };
  if (object === 'unopened') return { problem: 'object that does not open', ...rowRef };
  const problem = object ? 'object of another size' : 'row without its object';
  return { problem, ...rowRef };
}

async function* listOrphans(
  unclaimedSizes: ReadonlyMap<string, number>,
): AsyncGenerator<StoredObject> {
  if (unclaimedSizes.size === 0) return;
  for await (const object of getStorage().list(PREFIXES)) {
    // Younger objects may be in progress: rows come first, but the clocks of stores differ.
    const isOld = object.modifiedAt < Date.now() - HOUR;
    if (isOld && unclaimedSizes.has(object.name)) yield object;
  }
}
