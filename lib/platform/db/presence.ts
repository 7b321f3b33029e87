import { statSync } from 'node:fs';
import { databaseGone } from '#lib/platform/db/faults.ts';

/** SQLite goes on writing to a removed or replaced file: then this throws `DATABASE_GONE`. */
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
