import { existsSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import Sqlite from 'libsql';
import { databaseGone } from '#lib/platform/db/faults.ts';

/**
 * Maximum number of cached statements per kind. IN lists of different lengths are different
 * statements.
 */
const MAX_KEPT_STATEMENTS = 300;

/** The shape of rows: drizzle expects arrays for selected columns, and objects for raw SQL. */
type Kind = 'arrays' | 'named';
type Statements = Map<string, (args: unknown[]) => unknown[]>;
type Rows = (kind: Kind, sql: string, args: unknown[]) => unknown[];

export type FileConnection = { db: Sqlite.Database; rows: Rows };

/**
 * Opens the file and caches prepared statements: without the cache a submission takes 1.9 times the
 * processor time.
 */
export function connectFile(path: string, timeout: number): FileConnection {
  // SQLite would create a missing file as a new, empty database.
  if (!existsSync(path)) throw databaseGone();
  const db = new Sqlite(path, { timeout });
  const statements: Record<Kind, Statements> = { arrays: new Map(), named: new Map() };
  const rows: Rows = (kind, sql, args) => {
    const run = statements[kind].get(sql) ?? keep(statements[kind], sql, prepare(db, kind, sql));
    return run(args.map(bindableValue));
  };
  return { db, rows };
}

export function ormOver(rows: Rows) {
  const orm = (kind: Kind) =>
    drizzle(async (sql, params, method) => {
      const result = rows(kind, sql, params);
      // drizzle expects the row itself for `get`, or undefined if there is none.
      return { rows: method === 'get' ? (result[0] as unknown[]) : result };
    });
  const named = orm('named');
  return Object.assign(orm('arrays'), {
    get: named.get.bind(named),
    all: named.all.bind(named),
  });
}

function prepare(db: Sqlite.Database, kind: Kind, sql: string) {
  const statement = db.prepare(sql);
  if (!statement.reader) {
    return (args: unknown[]) => {
      statement.run(args);
      return [];
    };
  }
  statement.raw(kind === 'arrays');
  return (args: unknown[]) => statement.all(args);
}

function keep<T>(cache: Map<string, T>, sql: string, run: T): T {
  cache.set(sql, run);
  const [oldest] = cache.keys();
  if (cache.size > MAX_KEPT_STATEMENTS && oldest !== undefined) cache.delete(oldest);
  return run;
}

/**
 * Converts a value for the SQLite binding, which crashes on booleans, stores `undefined` as null
 * and cannot store NaN.
 */
function bindableValue(value: unknown): unknown {
  if (value === undefined) throw new TypeError('undefined is no value for the database');
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('not a number');
  return typeof value === 'boolean' ? Number(value) : value;
}
