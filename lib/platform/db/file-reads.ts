import { existsSync } from 'node:fs';
import type { Client } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import Sqlite from 'libsql';
import type { Reads } from '#lib/platform/db/database.ts';
import { databaseGone } from '#lib/platform/db/faults.ts';

/** Of each kind. Lists of values of every length make new texts without end. */
const MOST_KEPT = 300;

type Kept = Map<string, Sqlite.Statement>;
type Connection = { db: Sqlite.Database; arrays: Kept; named: Kept };

/**
 * Reads of a database file, on a connection that cannot write: each statement is prepared once and
 * rows come as SQLite has them. `@libsql/client` prepares anew each time and defines two properties
 * for every value, which was two thirds of a list of 50 rows.
 */
export function openReads(path: string, timeout: number): { read: Reads; close: () => void } {
  let connection: Connection | undefined;
  let closed = false;

  function leave(): void {
    connection?.db.close();
    connection = undefined;
  }

  /** drizzle maps arrays to the columns it selected, and takes what it did not select by name. */
  function reader(kind: 'arrays' | 'named'): Client {
    const execute = async ({ sql, args: given }: { sql: string; args: unknown[] }) => {
      const args = given.map(bindable);
      if (closed) throw new Error('the database is closed');
      connection ??= connect(path, timeout);
      try {
        return { rows: prepared(connection, kind, sql).all(args) };
      } catch (error) {
        // One that failed half-way would hold the whole connection at what it saw.
        leave();
        throw error;
      }
    };
    // drizzle reads through `execute` and `rows` alone.
    return { execute } as unknown as Client;
  }

  const named = drizzle(reader('named'));
  const read: Reads = Object.assign(drizzle(reader('arrays')), {
    get: named.get.bind(named),
    all: named.all.bind(named),
  });
  const close = () => {
    closed = true;
    leave();
  };
  return { read, close };
}

function connect(path: string, timeout: number): Connection {
  // Opening would make a new, empty one.
  if (!existsSync(path)) throw databaseGone();
  const db = new Sqlite(path, { timeout });
  db.exec('pragma query_only = on');
  return { db, arrays: new Map(), named: new Map() };
}

function prepared(
  { db, ...all }: Connection,
  kind: 'arrays' | 'named',
  sql: string,
): Sqlite.Statement {
  const kept = all[kind];
  const known = kept.get(sql);
  if (known) return known;
  const statement = db.prepare(sql).raw(kind === 'arrays');
  kept.set(sql, statement);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return statement;
}

/** The binding ends the process at a boolean and takes `undefined` for null. */
function bindable(value: unknown): unknown {
  if (value === undefined) throw new TypeError('undefined is no value for the database');
  return typeof value === 'boolean' ? Number(value) : value;
}
