import { statSync } from 'node:fs';
import { databaseGone } from '#lib/platform/db/faults.ts';

/**
 * Watches that the database file that is open is still the one at its path. SQLite goes on writing
 * to a file that was removed or replaced, and says that all is well. The function returned throws
 * `DATABASE_GONE` then; two looks at the file system, a few µs, after each commit.
 */
export function watchFile(path: string): () => void {
  let opened: number | undefined;
  let hadLog = false;
  return () => {
    const now = inodeOf(path);
    opened ??= now;
    const log = inodeOf(`${path}-wal`) !== undefined;
    if (now === undefined || now !== opened || (hadLog && !log)) throw databaseGone();
    hadLog ||= log;
  };
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
