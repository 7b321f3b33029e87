import type { Client } from '@libsql/client';
import type { SQL } from 'drizzle-orm';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';

/** A handle of this type can only read, because all writing goes through the queue of `write`. */
export type Reads = Pick<LibSQLDatabase, 'select' | 'selectDistinct' | 'get' | 'all' | '$count'>;

export type Tx = Reads & Pick<LibSQLDatabase, 'run' | 'insert' | 'update' | 'delete'>;

/** A power cut may lose a write with `flush: false`. No reply may depend on it. */
export type Lasting = { flush?: boolean };

export type Write = <T>(work: (tx: Tx) => Promise<T>, lasting?: Lasting) => Promise<T>;

export type WriteOne = <T extends object>(statement: SQL, lasting?: Lasting) => Promise<T[]>;

export type Database = {
  read: Reads;
  /**
   * Runs `work` as one transaction. A file takes one at a time in this process, since libSQL's
   * parallel transactions fail with SQLITE_BUSY and poison later writes. For a server see
   * `remote-writes.ts`. Work runs only SQL and never calls the network. It may run again, so it
   * changes nothing else.
   */
  write: Write;
  /** Runs one statement, which a server may run twice if no answer comes. Returns its rows. */
  writeOne: WriteOne;
  queued: () => number;
  /** Replies at equal versions are the same. It is undefined during a write, or when unknown. */
  version: () => string | undefined;
  client: Client;
  close: () => Promise<void>;
};
