import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getEnv } from '#lib/platform/config/env.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { absent } from '#lib/platform/storage/store-faults.ts';

/** Returns the directory for bodies, in the local store's file system: keeping one is a rename. */
export async function tempDirectory(): Promise<string> {
  const directory = join(getEnv().dataDir, 'tmp');
  // Making it again goes through another thread, which costs more than the check.
  if (!existsSync(directory)) await mkdir(directory, { recursive: true, mode: 0o700 });
  return directory;
}

/** Returns a path that no other body uses, without creating anything. */
export async function newTempPath(): Promise<string> {
  return join(await tempDirectory(), randomId());
}

/** Removes files of a killed process, untouched for an hour. Returns how many. */
export async function sweepTempFiles(now: number): Promise<number> {
  const directory = await tempDirectory();
  let removed = 0;
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const found = await stat(path).catch(absent);
    if (!found || found.mtimeMs > now - HOUR) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
