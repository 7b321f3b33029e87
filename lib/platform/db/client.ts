import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import type { Database, Reads } from '#lib/platform/db/database.ts';
import { openRemote } from '#lib/platform/db/remote.ts';
import { createWriteQueue, type Tx } from '#lib/platform/db/write-queue.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import { forget, singleton } from '#lib/platform/singleton.ts';

export type { Database, Reads, Tx };

export function getDb(): Database {
  const { url, token } = getEnv().database;
  if (!url) throw new AppError('not_configured');
  return singleton('db', () => openDatabase(url, token));
}

export async function closeDb(): Promise<void> {
  if (!getEnv().database.url) return;
  await getDb().close();
  forget('db');
}

/**
 * How long a write waits for another process (backup, migration) that holds the file. It waits
 * synchronously: nothing else runs meanwhile, so it stays below health's 2 s.
 */
const LOCK_WAIT_MS = 1500;

/** Opens a libSQL database: `file:` (WAL, synchronous FULL, foreign keys on) or a remote server. */
export function openDatabase(url: string, authToken?: string): Database {
  return url.startsWith('file:') ? openFile(url) : openRemote(url, authToken);
}

function openFile(url: string): Database {
  mkdirSync(dirname(url.slice('file:'.length)), { recursive: true });
  const client = createClient({ url, timeout: LOCK_WAIT_MS });
  const orm = drizzle(client);

  // A file that cannot be opened shows in every read and write; here it must not end the process.
  const ready = client.execute('PRAGMA journal_mode = WAL').catch(() => undefined);
  const { write, settled, queued } = createWriteQueue(orm, {
    together: 64,
    ready,
    explain: async (error) => {
      if (!isBusy(error)) return error;
      // A connection whose BEGIN was refused stays broken for ever (libsql-client-ts #352).
      await client.reconnect();
      return new AppError('unavailable', { cause: error });
    },
  });

  return {
    read: orm,
    write,
    queued,
    writeOne: (statement) => write((tx) => tx.all(statement)),
    client,
    close: async () => {
      await ready;
      await settled();
      client.close();
    },
  };
}

/** Another process holds the file. Drizzle wraps what the client throws. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown }; // set by libSQL's errors
  return (typeof code === 'string' && code.startsWith('SQLITE_BUSY')) || isBusy(error.cause);
}

/** One read and one write, as health promises. Throws when either fails. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.read.get(sql`select 1`);
  await db.writeOne(sql`insert into heartbeat (id, at) values (1, ${Date.now()})
    on conflict (id) do update set at = excluded.at`);
}
