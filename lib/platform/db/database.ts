import type { Client } from '@libsql/client';
import type { SQL } from 'drizzle-orm';
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';

type Orm = BaseSQLiteDatabase<'async', unknown>;

/** The read-only part of the ORM. Writes need `write` or `writeOne` of a `Database`. */
export type ReadDb = Pick<Orm, 'select' | 'selectDistinct' | 'get' | 'all' | '$count'>;

export type Tx = ReadDb & Pick<Orm, 'run' | 'insert' | 'update' | 'delete'>;

/** If `flush` is false, a power cut may lose the write, so no reply may depend on it. */
export type WriteOptions = { flush?: boolean };

export type Write = <T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions) => Promise<T>;

export type WriteOne = <T extends object>(statement: SQL, options?: WriteOptions) => Promise<T[]>;

export type Database = {
  read: ReadDb;
  /**
   * Runs `work` in one transaction. `work` may run more than once, so it must have no effect but
   * its SQL. A file runs one transaction at a time, because parallel transactions of libSQL fail
   * with SQLITE_BUSY and break later writes. For a remote server see `remote-writes.ts`.
   */
  write: Write;
  /**
   * Runs one statement and returns its rows. A remote server may run it twice if its answer is
   * lost.
   */
  writeOne: WriteOne;
  countQueued: () => number;
  client: Client;
  close: () => Promise<void>;
};
