import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { getEnv } from '#lib/platform/config/env.ts';
import { filePathOf } from '#lib/platform/db/client.ts';

export type DiskState = 'ok' | 'low' | 'full';

const MB = 1024 * 1024;
/** Below this a write may fail at any moment: an upload on its way, or the database's next pages. */
const FULL_BYTES = 16 * MB;
const LOW_BYTES = 512 * MB;

/** Room where DATA_DIR and a database file lie: the scarcer of the two. */
export async function readDisk(): Promise<DiskState> {
  const { dataDir, database } = getEnv();
  const path = filePathOf(database.url);
  const folders = [...new Set([dataDir, ...(path === null ? [] : [dirname(path)])])];
  const free = Math.min(...(await Promise.all(folders.map(freeBytes))));
  if (free < FULL_BYTES) return 'full';
  return free < LOW_BYTES ? 'low' : 'ok';
}

/** Of a folder that is not there yet nothing is known. */
async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => null);
  return found ? found.bavail * found.bsize : Infinity;
}
