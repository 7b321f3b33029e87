import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { getEnv } from '#lib/platform/config/env.ts';
import { filePathOf } from '#lib/platform/db/client.ts';

type DiskState = 'ok' | 'low' | 'full';

const MB = 1024 * 1024;
/** A running upload or the next write of the database may fail with less free space. */
const FULL_BYTES = 16 * MB;
const LOW_BYTES = 512 * MB;

/** Returns the free space of DATA_DIR's disk or of the database's disk, whichever has less. */
export async function readDisk(): Promise<{ state: DiskState; freeBytes: number }> {
  const { dataDir, database } = getEnv();
  const path = filePathOf(database.url);
  const folders = [...new Set([dataDir, ...(path === null ? [] : [dirname(path)])])];
  const freeSpace = Math.min(...(await Promise.all(folders.map(readFreeBytes))));
  if (freeSpace < FULL_BYTES) return { state: 'full', freeBytes: freeSpace };
  return { state: freeSpace < LOW_BYTES ? 'low' : 'ok', freeBytes: freeSpace };
}

/** Returns Infinity for a folder that does not exist yet. */
async function readFreeBytes(folder: string): Promise<number> {
  const stats = await statfs(folder).catch(() => null);
  return stats ? stats.bavail * stats.bsize : Infinity;
}
