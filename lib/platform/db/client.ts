import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { getEnv } from '#lib/platform/config/env.ts';
import { withAfterCommit } from '#lib/platform/db/after-commit.ts';
import type { Database, ReadDb, Tx } from '#lib/platform/db/database.ts';
import { databaseGone, isDamaged, refusalOfFault } from '#lib/platform/db/faults.ts';
import { openReads } from '#lib/platform/db/file/file-reads.ts';
import { openWrites } from '#lib/platform/db/file/file-writes.ts';
import { openRemote } from '#lib/platform/db/remote/remote.ts';
import { createWriteQueue } from '#lib/platform/db/write-queue.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { findSingleton, forget, singleton } from '#lib/platform/process/singleton.ts';

export type { Database, ReadDb, Tx };

export function getDb(): Database {
  const { url, token } = getEnv().database;
  if (!url) throw new AppError('not_configured');
  return singleton('db', () => openDatabase(url, token));
}

export async function closeDb(): Promise<void> {
  await findSingleton<Database>('db')?.close();
  forget('db');
}

/**
 * Maximum wait (ms) for a lock of another process, which blocks this process. It is below the 2 s
 * of the health check.
 */
const LOCK_WAIT_MS = 1500;

/** Opens a libSQL database at a `file:` URL (in WAL mode) or on a remote server. */
export function openDatabase(url: string, authToken?: string): Database {
  const database = url.startsWith('file:') ? openFile(url) : openRemote(url, authToken);
  return { ...database, write: withAfterCommit(database.write) };
}

function openFile(url: string): Database {
  const path = filePathOf(url) ?? '';
  mkdirSync(dirname(path), { recursive: true });
  const client = createClient({ url, timeout: LOCK_WAIT_MS });
  const reads = openReads(path, LOCK_WAIT_MS);
  const writes = openWrites(path, LOCK_WAIT_MS);
  const confirm = watchFile(path);

  // Without this catch, a file that cannot be opened would end the process. Each read and write
  // reports the error.
  const wal = client.execute('PRAGMA journal_mode = WAL');
  const ready = wal.then(confirm).catch(() => undefined);
  const { write, whenSettled, countQueued } = createWriteQueue(writes, {
    ready,
    confirm,
    explain: (error) => {
      writes.closeConnection();
      return refusalOfFault(error) ?? error;
    },
  });

  return {
    read: reads.read,
    write,
    countQueued,
    writeOne: (statement, options) => write((tx) => tx.all(statement), options),
    client,
    close: async () => {
      await ready;
      await whenSettled();
      reads.close();
      writes.close();
      client.close();
    },
  };
}

/**
 * Returns a check that throws `DATABASE_GONE` when the file or its WAL was removed or replaced.
 * SQLite itself does not notice that.
 */
function watchFile(path: string): () => void {
  let openedInode: number | undefined;
  let hadLog = false;
  return () => {
    const currentInode = inodeOf(path);
    openedInode ??= currentInode;
    const hasLog = inodeOf(`${path}-wal`) !== undefined;
    if (currentInode === undefined || currentInode !== openedInode || (hadLog && !hasLog))
      throw databaseGone();
    hadLog ||= hasLog;
  };
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

/** Returns the path in a `file:` URL as libSQL decodes it, or null for a remote server. */
export function filePathOf(url = ''): string | null {
  if (!url.startsWith('file:')) return null;
  const [path = ''] = url.slice('file:'.length).split(/[?#]/, 1);
  return decodeURIComponent(path.replace(/^\/\/(localhost)?(?=\/)/, ''));
}

/** Reads and writes once for the health check. Throws when either fails or the file is damaged. */
export async function pingDatabase(db: Database): Promise<void> {
  if (isDamaged()) throw new AppError('unavailable');
  await db.read.get(sql`select 1`);
  await db.writeOne(sql`insert into heartbeat (id, at) values (1, ${Date.now()})
    on conflict (id) do update set at = excluded.at`);
}
