import { and, eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import { EnvError, getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { fileKeys as fileKeysTable } from '#lib/platform/db/schema/platform.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { SECOND } from '#lib/platform/process/durations.ts';
import { log } from '#lib/platform/process/log.ts';
import { forget, singleton } from '#lib/platform/process/singleton.ts';
import {
  createMasterKey,
  type MasterKey,
} from '#lib/platform/storage/encryption/encrypted-file.ts';

/** The master keys. `currentKey` encrypts new files. Each stored file is under one of `allKeys`. */
export type FileKeys = { currentKey: MasterKey | undefined; allKeys: MasterKey[] };

const RETRY_MS = 10 * SECOND;

export function getFileKeys(): FileKeys {
  const { filesKey, previousFilesKeys } = getEnv();
  return singleton('file-keys', () => {
    const currentKey = filesKey && createMasterKey(filesKey);
    return {
      currentKey,
      allKeys: [...(currentKey ? [currentKey] : []), ...previousFilesKeys.map(createMasterKey)],
    };
  });
}

/** Returns the keys under which files are stored. Throws `EnvError` if one is not configured. */
export async function checkFileKeys(): Promise<{ id: string; isCurrent: boolean }[]> {
  const { id: idColumn, present: currentColumn, since: sinceColumn } = fileKeysTable;
  const storedKeys = await getDb()
    .read.select({ id: idColumn, present: currentColumn })
    .from(fileKeysTable)
    .orderBy(sinceColumn);
  const { currentKey, allKeys } = getFileKeys();
  const lostIds = storedKeys
    .map(({ id }) => id)
    .filter((id) => !allKeys.some((key) => key.id === id));
  if (lostIds.length > 0) {
    const currentText = currentKey ? `it is ${currentKey.id}` : 'it is not set';
    throw new EnvError([
      `FILES_KEY: stored files are sealed under the key ${lostIds.join(' and ')}, and ${currentText}. ` +
        'Set the key that they are sealed under, here or in FILES_KEY_PREVIOUS. Nothing was changed.',
    ]);
  }
  return storedKeys.map(({ id, present: currentMark }) => ({ id, isCurrent: currentMark === 1 }));
}

/** Returns whether an object must be encrypted, according to its row. */
export async function isMarkedEncrypted(key: string): Promise<boolean> {
  const { read } = getDb();
  // The literal 1 lets SQLite use the partial indexes.
  const rows = await unionAll(
    read
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.objectKey, key), sql`sealed = 1`)),
    read
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(eq(uploads.objectKey, key), sql`sealed = 1`)),
  ).limit(1);
  return rows.length > 0;
}

/**
 * Checks the keys once per process, and records the present key before it encrypts the first file.
 */
export function claimFileKeys(): Promise<void> {
  const claiming = singleton('file-keys-claimed', recordCurrentKey);
  claiming.catch(() => forget('file-keys-claimed'));
  return claiming;
}

async function recordCurrentKey(): Promise<void> {
  const id = getFileKeys().currentKey?.id ?? null;
  const storedKeys = await checkFileKeys();
  if ((storedKeys.find(({ isCurrent }) => isCurrent)?.id ?? null) === id) return;
  await getDb().write(async (tx) => {
    await tx.update(fileKeysTable).set({ present: 0 });
    if (id === null) return;
    await tx
      .insert(fileKeysTable)
      .values({ id, since: Date.now(), present: 1 })
      .onConflictDoUpdate({ target: fileKeysTable.id, set: { present: 1 } });
  });
}

/**
 * Checks the keys at the start. Without a database it tries again later. A missing key ends the
 * app.
 */
export async function prepareFileKeys(): Promise<void> {
  await claimFileKeys().catch((err) => {
    if (err instanceof EnvError) throw err;
    log().error({ err }, 'degraded: the keys of files cannot be looked up; trying again in 10 s');
    setTimeout(() => void prepareFileKeys().catch(exitOnWrongKeys), RETRY_MS).unref();
  });
}

function exitOnWrongKeys(err: unknown): never {
  log().error({ err }, 'ended: the keys of files are not those of the database');
  process.exit(1);
}
