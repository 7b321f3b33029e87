import { and, eq, ne, sql } from 'drizzle-orm';
import {
  couldHaveObject,
  readStoreRows,
  requiresObject,
  type StoreRow,
} from '#lib/background/store-rows.ts';
import { deletingAfter } from '#lib/domain/uploads/check-file.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { fileKeys as fileKeysTable } from '#lib/platform/db/schema/platform.ts';
import { log } from '#lib/platform/process/log.ts';
import { getObjectStore, getStorage } from '#lib/platform/storage/client.ts';
import { HEADER_BYTES, keyIdOf } from '#lib/platform/storage/encryption/encrypted-file.ts';
import { getFileKeys } from '#lib/platform/storage/encryption/file-keys.ts';
import { receiveFile } from '#lib/platform/storage/receive.ts';

export type RekeyResult = { looked: number; rewritten: number; bytes: number; failed: string[] };

const AT_ONCE = 4;

/**
 * Rewrites stored files under the current key, or as plain files if there is none, while the app
 * serves. An interrupted run can be continued by another one.
 */
export async function rekeyFiles(
  onProgress: (progress: RekeyResult) => void = () => {},
): Promise<RekeyResult> {
  const result: RekeyResult = { looked: 0, rewritten: 0, bytes: 0, failed: [] };
  const rewriteRow = async (row: StoreRow) => {
    const bytes = await rewriteObject(row).catch((err) => {
      log().warn({ err, id: row.id }, 'a stored file was left as it is');
      result.failed.push(`${row.table} ${row.id}`);
      return null;
    });
    result.looked += 1;
    if (bytes === null) return;
    result.rewritten += 1;
    result.bytes += bytes;
  };
  for (const table of ['uploads', 'documents'] as const) {
    const rows = readStoreRows(table);
    const work = async () => {
      for (let next = await rows.next(); !next.done; next = await rows.next()) {
        if (!couldHaveObject(next.value)) continue;
        await rewriteRow(next.value);
        onProgress(result);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  return result;
}

/** Returns the number of bytes rewritten, or null when there was nothing to do. */
async function rewriteObject(row: StoreRow): Promise<number | null> {
  const { currentKey } = getFileKeys();
  const { objectKey, contentType } = row;
  const object = await getObjectStore().open(objectKey, HEADER_BYTES);
  object?.close();
  if (!object) return null;
  if (keyIdOf(object.beginning) === (currentKey?.id ?? null)) {
    await flagEncryption(row);
    return null;
  }
  const stream = await getStorage().read(objectKey);
  if (!stream) return null;
  const file = await receiveFile(stream, { maxBytes: Infinity });
  const { size } = file;
  await deletingAfter(file, async () => {
    if (size !== row.size) throw new Error(`it has ${size} bytes and should have ${row.size}`);
    await getStorage().putFile(objectKey, file.path, { ...file, contentType });
  });
  await flagEncryption(row);
  // A row that has been removed must not leave its object behind.
  if (!(await couldStillHaveObject(row))) await getStorage().remove(objectKey);
  return size;
}

/** Records whether the file is encrypted, so that a plain file in its place is refused later. */
async function flagEncryption({ table, id, objectKey, sealed }: StoreRow): Promise<void> {
  const isEncrypted = getFileKeys().currentKey !== undefined;
  if (sealed === isEncrypted) return;
  await getDb().write((tx) =>
    tx.run(sql`update ${sql.identifier(table)} set sealed = ${isEncrypted ? 1 : 0}
      where id = ${id} and object_key = ${objectKey}`),
  );
}

/** Counts files that are not encrypted yet. `npm run rekey` encrypts them. */
export async function countUnencryptedFiles(): Promise<number> {
  if (!getFileKeys().currentKey) return 0;
  let count = 0;
  for (const table of ['uploads', 'documents'] as const) {
    for await (const row of readStoreRows(table))
      if (requiresObject(row) && !row.sealed) count += 1;
  }
  return count;
}

async function couldStillHaveObject({ table, id, objectKey }: StoreRow): Promise<boolean> {
  const [row] = await getDb().read.all<StoreRow>(sql`select state, object_key as "objectKey"
    from ${sql.identifier(table)} where id = ${id}`);
  return row !== undefined && row.objectKey === objectKey && couldHaveObject(row);
}

/**
 * Deletes all keys but the current one from the database. Call it once no file is left under them.
 */
export async function forgetOtherKeys(): Promise<void> {
  const id = getFileKeys().currentKey?.id ?? '';
  const otherKeysCondition = and(ne(fileKeysTable.id, id), eq(fileKeysTable.present, 0));
  await getDb().write((tx) => tx.delete(fileKeysTable).where(otherKeysCondition));
}
