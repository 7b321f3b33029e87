import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { getEnv } from '#lib/platform/config/env.ts';
import { filePathOf } from '#lib/platform/db/client.ts';

export type DiskState = 'ok' | 'low' | 'full';

const MB = 1024 * 1024;
/** Below this any write may fail: an upload on its way, or the database's next pages. */
const FULL_BYTES = 16 * MB;
const LOW_BYTES = 512 * MB;

/** Returns the room for DATA_DIR and a database file, whichever is scarcer. */
export async function readDisk(): Promise<DiskState> {
  const { dataDir, database } = getEnv();
  const path = filePathOf(database.url);
  const folders = [...new Set([dataDir, ...(path === null ? [] : [dirname(path)])])];
  const free = Math.min(...(await Promise.all(folders.map(freeBytes))));
  if (free < FULL_BYTES) return 'full';
  return free < LOW_BYTES ? 'low' : 'ok';
}

/** The room of a folder that does not exist yet is unknown. */
async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => null);
  return found ? found.bavail * found.bsize : Infinity;
}
