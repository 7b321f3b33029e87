import type { Client } from '@libsql/client';
import type { SQL } from 'drizzle-orm';
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';

type Orm = BaseSQLiteDatabase<'async', unknown>;

/** A handle of this type can only read, because all writing goes through the queue of `write`. */
export type ReadDb = Pick<Orm, 'select' | 'selectDistinct' | 'get' | 'all' | '$count'>;

export type Tx = ReadDb & Pick<Orm, 'run' | 'insert' | 'update' | 'delete'>;

/** A power cut may lose a write with `flush: false`, so no reply may depend on such a write. */
export type WriteOptions = { flush?: boolean };

export type Write = <T>(work: (tx: Tx) => Promise<T>, lasting?: WriteOptions) => Promise<T>;

export type WriteOne = <T extends object>(statement: SQL, lasting?: WriteOptions) => Promise<T[]>;

export type Database = {
  read: ReadDb;
  /**
   * Runs `work` as one transaction. A file takes one at a time in this process, since libSQL's
   * parallel transactions fail with SQLITE_BUSY and poison later writes. For a server see
   * `remote-writes.ts`. `work` may run more than once, so it runs SQL and has no other effects.
   */
  write: Write;
  /** Runs one statement and returns its rows. A server may run it twice if its answer is lost. */
  writeOne: WriteOne;
  queued: () => number;
  /** Changes with every write, so replies can be cached by it. Undefined if it is not known. */
  version: () => string | undefined;
  client: Client;
  close: () => Promise<void>;
};
