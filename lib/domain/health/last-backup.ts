import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { HOUR } from '#lib/platform/process/durations.ts';

/** Age from which the last backup is late. It leaves time for a daily backup that takes long. */
const LATE_MS = 26 * HOUR;
const NAME = 'last-backup.json';

const lastBackupFile = z.object({
  /** Time of the backup (ms). */
  madeAt: z.number(),
  folder: z.string(),
  /** Number of files that the database names and that were not on disk. */
  missing: z.number(),
});
export type LastBackup = z.infer<typeof lastBackupFile>;

/** Stores in `DATA_DIR` that `npm run backup` ended, for the page of services and the metrics. */
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
 * Returns whether the last backup is too old or lacks files. No backup is not late, because another
 * tool may make backups.
 */
export function isBackupLate(backup: LastBackup | null, now: number): boolean {
  return backup !== null && (backup.missing > 0 || now - backup.madeAt > LATE_MS);
}
