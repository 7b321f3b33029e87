import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { HOUR } from '#lib/platform/process/durations.ts';

/** A daily backup may take a while, so the last one is late only at this age. */
const LATE_MS = 26 * HOUR;
const NAME = 'last-backup.json';

const lastBackupFile = z.object({
  /** Time of the backup (ms). */
  madeAt: z.number(),
  folder: z.string(),
  /** Number of files in the database that were not on disk. */
  missing: z.number(),
});
export type LastBackup = z.infer<typeof lastBackupFile>;

/** Stores that `npm run backup` ended, in `DATA_DIR`, for the page of services and the metrics. */
export async function recordBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const path = join(dataDir, NAME);
  await writeFile(`${path}.new`, JSON.stringify(backup), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Returns the last backup that `npm run backup` made of this DATA_DIR, or null. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    return lastBackupFile.parse(JSON.parse(await readFile(join(dataDir, NAME), 'utf8')));
  } catch {
    return null;
  }
}

/**
 * Whether the last backup is too old or lacks files. Having none is not late, because another tool
 * may make backups.
 */
export function isBackupLate(backup: LastBackup | null, now: number): boolean {
  return backup !== null && (backup.missing > 0 || now - backup.madeAt > LATE_MS);
}
