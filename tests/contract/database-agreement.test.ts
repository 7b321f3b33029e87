import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Client,
  createClient,
  type InStatement,
  LibsqlError,
  type ResultSet,
} from '@libsql/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseStep, databaseStep } from '#tests/support/database-programs.ts';
import { type LibsqlStandIn, startLibsql } from '#tests/support/providers/libsql.ts';

/**
 * The stand-in of a database server and the embedded database get the same programs of statements,
 * batches and transactions by chance. `DATABASE_PROGRAMS=10000` runs many.
 */
const PROGRAMS = Number(process.env.DATABASE_PROGRAMS ?? 150);

const schema = [
  `CREATE TABLE parent (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
    amount REAL, size INTEGER CHECK (size >= 0), bytes BLOB)`,
  `CREATE TABLE child (id TEXT PRIMARY KEY, parent INTEGER NOT NULL
    REFERENCES parent(id) ON DELETE CASCADE, note TEXT) WITHOUT ROWID`,
];

const emptied = ['DELETE FROM child', 'DELETE FROM parent', 'DELETE FROM sqlite_sequence'];

let directory: string;

let server: LibsqlStandIn;

let remote: Client;

let embedded: Client;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'resguardo-agreement-'));
  server = await startLibsql({ path: join(directory, 'remote.db') });
  // All 64 bits are used: the client refuses values that a number cannot hold, and closes the
  // stream.
  const intMode = 'bigint';
  remote = createClient({ url: server.url, authToken: server.token, intMode });
  embedded = createClient({ url: `file:${join(directory, 'embedded.db')}`, intMode });
  await embedded.execute('PRAGMA journal_mode = WAL');
  for (const client of [remote, embedded]) await client.batch(schema, 'write');
});

afterAll(() => {
  remote.close();
  embedded.close();
  rmSync(directory, { recursive: true, force: true });
});

test('the stand-in of a database server returns the rows and errors of the embedded database', async () => {
  let programs = 0;
  const program = fc.array(databaseStep, { minLength: 1, maxLength: 6 });
  const agrees = fc.asyncProperty(program, async (steps) => {
    programs += 1;
    const expected = await run(embedded, steps);
    expect(await run(remote, steps)).toEqual(expected);
  });
  await fc.assert(agrees, { numRuns: PROGRAMS, endOnFailure: PROGRAMS > 1000 });
  expect(programs).toBeGreaterThanOrEqual(PROGRAMS);
});

const everything = `SELECT (SELECT group_concat(id || name || coalesce(size, '')) FROM (SELECT * FROM parent ORDER BY id)),
  (SELECT group_concat(id || parent) FROM (SELECT * FROM child ORDER BY id))`;

async function run(client: Client, steps: DatabaseStep[]): Promise<unknown[]> {
  await client.batch(emptied, 'write');
  const seen: unknown[] = [];
  for (const each of steps) {
    if ('execute' in each)
      seen.push(await notices(each.execute, () => client.execute(each.execute)));
    else if ('batch' in each) {
      seen.push(await reportedAll(each.batch, () => client.batch(each.batch, each.mode)));
    } else if (!('transaction' in each)) {
      seen.push(await done(() => client.executeMultiple(each.script)));
    } else seen.push(await inTransaction(client, each));
  }
  const rest = ['SELECT * FROM parent ORDER BY id', 'SELECT * FROM child ORDER BY id'];
  for (const sql of rest) seen.push(await notices(sql, () => client.execute(sql)));
  return seen;
}

async function inTransaction(client: Client, step: Extract<DatabaseStep, { end: string }>) {
  const seen: unknown[] = [];
  const transaction = await client.transaction('write');
  try {
    if (step.batches && step.transaction.length > 0) {
      const { transaction: statements } = step;
      seen.push(await reportedAll(statements, () => transaction.batch(statements)));
    } else {
      for (const each of step.transaction) {
        seen.push(await notices(each, () => transaction.execute(each)));
      }
    }
    if (step.script) seen.push(await done(() => transaction.executeMultiple(step.script)));
    if (step.looks) seen.push(await notices(everything, () => client.execute(everything)));
    const { end } = step;
    if (end !== 'close') seen.push(await done(() => transaction[end]()));
  } finally {
    transaction.close();
  }
  return seen;
}

async function reportedAll(statements: InStatement[], work: () => Promise<ResultSet[]>) {
  try {
    const results = await work();
    return results.map((result, i) => plain(statements[i] ?? '', result));
  } catch (error) {
    return codeOf(error);
  }
}

async function done(work: () => Promise<void>): Promise<string> {
  return work().then(() => 'done', codeOf);
}

async function notices(statement: InStatement, work: () => Promise<ResultSet>) {
  try {
    return plain(statement, await work());
  } catch (error) {
    return codeOf(error);
  }
}

/** Returns the promised results: counts for inserts, updates and deletes, row ids for inserts. */
function plain(
  statement: InStatement,
  { columns, columnTypes, rows, rowsAffected, lastInsertRowid }: ResultSet,
) {
  const sql = typeof statement === 'string' ? statement : statement.sql;
  const counts = /^(insert|update|delete)/i.test(sql) && !/returning/i.test(sql);
  return {
    columns,
    columnTypes,
    rows: rows.map((row) => columns.map((_, i) => shown(row[i]))),
    ...(counts && { rowsAffected }),
    ...(counts && /^insert into parent/i.test(sql) && { lastInsertRowid }),
  };
}

function shown(cell: unknown): unknown {
  return cell instanceof ArrayBuffer ? Buffer.from(cell).toString('hex') : cell;
}

/** Returns the primary code. A server sends no other, and parses the SQL itself first. */
function codeOf(error: unknown): string {
  if (!(error instanceof LibsqlError)) throw error;
  if (error.code === 'SQL_PARSE_ERROR') return 'SQLITE_ERROR';
  return /^SQLITE_[A-Z]+|^\w+/.exec(error.code)?.[0] ?? 'none';
}
