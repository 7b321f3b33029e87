import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getEnv } from '#lib/platform/config/env.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { nullIfMissing } from '#lib/platform/storage/store-faults.ts';

/**
 * Returns the folder for uploads. It is near the local store, so that storing an upload is a
 * rename.
 */
export async function tempDirectory(): Promise<string> {
  const directory = join(getEnv().dataDir, 'tmp');
  // The check is cheaper than a `mkdir` in the thread pool.
  if (!existsSync(directory)) await mkdir(directory, { recursive: true, mode: 0o700 });
  return directory;
}

/** Returns a new random path, without creating a file. */
export async function newTempPath(): Promise<string> {
  return join(await tempDirectory(), randomId());
}

/** Removes files of killed processes that did not change for an hour. Returns their number. */
export async function sweepTempFiles(now: number): Promise<number> {
  const directory = await tempDirectory();
  let removedCount = 0;
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const stats = await stat(path).catch(nullIfMissing);
    if (!stats || stats.mtimeMs > now - HOUR) continue;
    await rm(path, { force: true });
    removedCount += 1;
  }
  return removedCount;
}
