import type { Client } from '@libsql/client';
import type { SQL } from 'drizzle-orm';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';

/** A handle that can only read: writing needs the queue of `write`. */
export type Reads = Pick<LibSQLDatabase, 'select' | 'selectDistinct' | 'get' | 'all' | '$count'>;

export type Tx = Reads & Pick<LibSQLDatabase, 'run' | 'insert' | 'update' | 'delete'>;

/** `flush: false`: a power cut may lose it. Only for what no reply was made of. */
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
  /** One statement, which a server may run twice if no answer comes. Returns its rows. */
  writeOne: WriteOne;
  queued: () => number;
  /** Equal versions: replies would be the same. Undefined: a write is under way, or unknown. */
  version: () => string | undefined;
  client: Client;
  close: () => Promise<void>;
};
