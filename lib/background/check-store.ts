import { and, eq } from 'drizzle-orm';
import {
  isPromised,
  type StoreRow,
  type StoreTable,
  storeRows,
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
/** Up to this number of objects without a row are taken for orphans. More are suspicious. */
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
  const unnamed = new Map<string, number>();
  for await (const { name, size } of getStorage().list(PREFIXES)) unnamed.set(name, size);
  const objects = unnamed.size;
  const problems: Problem[] = [];
  let rows = 0;
  // Each encrypted object is opened, because its header tells its size and whether its key is
  // known.
  const areSealed = getFileKeys().allKeys.length > 0;
  const looks: Promise<Problem | null>[] = [];
  const look = async () => {
    problems.push(...(await Promise.all(looks.splice(0))).filter((problem) => problem !== null));
  };
  for (const table of ['uploads', 'documents'] as const) {
    for await (const row of storeRows(table)) {
      rows += 1;
      const name = getStorage().nameOf(row.objectKey);
      const listed = unnamed.get(name);
      unnamed.delete(name);
      const fits = listed === row.size && !areSealed;
      if (!isPromised(row) || fits) continue;
      looks.push(problemOf(row));
      if (looks.length === AT_ONCE) await look();
    }
    await look();
  }
  const suspicious = unnamed.size > MIN_SUSPICIOUS && unnamed.size > objects / 2;
  let repaired = 0;
  for await (const { name, size, modifiedAt, remove } of stillUnnamed(unnamed)) {
    if (fix && (force || !suspicious)) {
      await remove();
      repaired += 1;
    } else problems.push({ problem: 'object without a row', name, size, modifiedAt });
  }
  return { objects, rows, problems, repaired, suspicious };
}

async function problemOf(row: StoreRow): Promise<Problem | null> {
  const table = storeTables[row.table];
  const object = await getStorage()
    .head(row.objectKey)
    .catch((error) => (isUndecryptable(error) ? ('unopened' as const) : Promise.reject(error)));
  if (object !== 'unopened' && object?.size === row.size) return null;
  const [stored] = await getDb()
    .read.select({ state: table.state })
    .from(table)
    .where(and(eq(table.id, row.id), eq(table.objectKey, row.objectKey)))
    .limit(1);
  if (!stored || !isPromised({ ...row, state: stored.state })) return null;
  const at = { table: row.table, id: row.id };
  if (object === 'unopened') return { problem: 'object that does not open', ...at };
  const problem = object ? 'object of another size' : 'row without its object';
  return { problem, ...at };
}

async function* stillUnnamed(unnamed: ReadonlyMap<string, number>): AsyncGenerator<StoredObject> {
  if (unnamed.size === 0) return;
  for await (const object of getStorage().list(PREFIXES)) {
    // Younger objects may be in progress: rows come first, but the clocks of stores differ.
    const old = object.modifiedAt < Date.now() - HOUR;
    if (old && unnamed.has(object.name)) yield object;
  }
}
