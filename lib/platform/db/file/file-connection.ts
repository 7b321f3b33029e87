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
type RowShape = 'arrays' | 'named';
type Statements = Map<string, (args: unknown[]) => unknown[]>;
type RunSql = (kind: RowShape, sql: string, args: unknown[]) => unknown[];

export type FileConnection = { db: Sqlite.Database; runSql: RunSql };

/**
 * Opens the file and caches prepared statements: without the cache a submission takes 1.9 times the
 * processor time.
 */
export function connectFile(path: string, timeout: number): FileConnection {
  // SQLite would create a missing file as a new, empty database.
  if (!existsSync(path)) throw databaseGone();
  const db = new Sqlite(path, { timeout });
  const statements: Record<RowShape, Statements> = { arrays: new Map(), named: new Map() };
  const runSql: RunSql = (kind, sql, args) => {
    const run =
      statements[kind].get(sql) ?? cacheStatement(statements[kind], sql, prepare(db, kind, sql));
    return run(args.map(bindableValue));
  };
  return { db, runSql };
}

export function ormOver(runSql: RunSql) {
  const createOrm = (kind: RowShape) =>
    drizzle(async (sql, params, method) => {
      const result = runSql(kind, sql, params);
      // drizzle expects the row itself for `get`, or undefined if there is none.
      return { rows: method === 'get' ? (result[0] as unknown[]) : result };
    });
  const namedOrm = createOrm('named');
  return Object.assign(createOrm('arrays'), {
    get: namedOrm.get.bind(namedOrm),
    all: namedOrm.all.bind(namedOrm),
  });
}

function prepare(db: Sqlite.Database, kind: RowShape, sql: string) {
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

function cacheStatement<T>(cache: Map<string, T>, sql: string, run: T): T {
  cache.set(sql, run);
  const [oldest] = cache.keys();
  if (cache.size > MAX_KEPT_STATEMENTS && oldest !== undefined) cache.delete(oldest);
  return run;
}

/**
 * Converts a value for the SQLite binding. The binding crashes on booleans, stores `undefined` as
 * null and cannot store NaN.
 */
function bindableValue(value: unknown): unknown {
  if (value === undefined) throw new TypeError('undefined is no value for the database');
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('not a number');
  return typeof value === 'boolean' ? Number(value) : value;
}
