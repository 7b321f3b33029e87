import type { Client } from '@libsql/client';
import type { SQL } from 'drizzle-orm';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';

/** A handle that can only read: writing needs the queue of `write`. */
export type Reads = Pick<LibSQLDatabase, 'select' | 'selectDistinct' | 'get' | 'all' | '$count'>;

export type Tx = Reads & Pick<LibSQLDatabase, 'run' | 'insert' | 'update' | 'delete'>;

/**
 * `flush: false`: it outlives the process, but not always the machine's power. For what is not worth
 * a wait for the disk, and of what no reply is made; a database server decides for itself.
 */
export type Lasting = { flush?: boolean };

export type Write = <T>(work: (tx: Tx) => Promise<T>, lasting?: Lasting) => Promise<T>;

export type WriteOne = <T extends object>(statement: SQL, lasting?: Lasting) => Promise<T[]>;

export type Database = {
  read: Reads;
  /**
   * Runs `work` as one transaction. On a file one at a time in this process, since libSQL's parallel
   * transactions fail with SQLITE_BUSY and poison later writes; on a server see `remote-writes.ts`.
   * Inside: only SQL, never the network; it may run again, so it changes nothing outside itself.
   */
  write: Write;
  /**
   * One statement as a write of its own. To a server it is a single round trip, and one without an
   * answer is sent again: only for what may be done twice. Returns its rows.
   */
  writeOne: WriteOne;
  queued: () => number;
  /**
   * The same as before: nothing that replies are made of was written since, by any process. Undefined
   * while a write is under way, and where it cannot be told.
   */
  version: () => string | undefined;
  client: Client;
  close: () => Promise<void>;
};
