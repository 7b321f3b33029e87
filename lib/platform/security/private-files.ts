import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '#lib/platform/config/env.ts';
import { filePathOf } from '#lib/platform/db/client.ts';
import { log } from '#lib/platform/process/log.ts';

/**
 * Removes other users' rights on files that were written before 2026-11-22, when the umask did not
 * forbid them yet.
 */
export async function makeFilesPrivate({ dataDir, database }: Env): Promise<void> {
  const path = filePathOf(database.url);
  const paths = ['app-secret', 'files', 'mailbox', 'tmp'].map((name) => join(dataDir, name));
  const databaseSuffixes = ['', '-wal', '-shm', '.serving', '.served-by', '.expected'];
  if (path !== null) paths.push(...databaseSuffixes.map((end) => path + end));
  for (const path of paths) {
    const stats = await stat(path).catch(() => null);
    if (!stats || (stats.mode & 0o077) === 0) continue;
    await chmod(path, stats.mode & 0o700).catch((err: unknown) =>
      log().warn({ err, file: path }, 'other users of this machine may read this'),
    );
  }
}
