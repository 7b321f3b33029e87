import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Client,
  createClient,
  type InStatement,
  type InValue,
  LibsqlError,
  type ResultSet,
} from '@libsql/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LibsqlStandIn, startLibsql } from '#tests/support/providers/libsql.ts';

/**
 * The stand-in of a database server and the embedded database are asked the same: programs of
 * statements, batches and transactions by chance. `DATABASE_PROGRAMS=10000` for many.
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
  // Whole 64 bits; what a number cannot hold the client itself refuses, and closes the stream.
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

const small = fc.integer({ min: 0, max: 6 });
const value: fc.Arbitrary<InValue> = fc.oneof(
  fc.constantFrom<InValue>(null, '', 'a', 'á', "o'x", 'x'.repeat(300), '0', 0, 1, -1, 1.5, 1e15),
  fc.constantFrom<InValue>(
    '\u{1F9FE} ñandú',
    'e\u0301',
    '\u202e',
    '\ufeff',
    '\u{10ffff}',
    true,
    false,
  ),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom<InValue>(2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n, 2n ** 53n - 1n, 0n),
  fc.string({ unit: 'grapheme', maxLength: 8 }).filter((text) => !text.includes('\0')),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
  fc.uint8Array({ maxLength: 6 }),
);
const name = fc.constantFrom('ana', 'Beto', 'çelik', '', 'zoë', 'd');

/** What the product sends, and what goes wrong with it. */
const statement: fc.Arbitrary<InStatement> = fc.oneof(
  { weight: 4, arbitrary: insertParent() },
  fc.tuple(name, small, value).map(([id, parent, note]) => ({
    sql: 'INSERT INTO child (id, parent, note) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET note = excluded.note RETURNING id, note',
    args: [id, parent, note],
  })),
  fc.tuple(small, value).map(([id, amount]) => ({
    sql: 'UPDATE parent SET amount = ?, size = size + 1 WHERE id <= ?',
    args: [amount, id],
  })),
  fc
    .tuple(small, name)
    .map(([id, text]) => ({ sql: 'UPDATE parent SET name = ? WHERE id = ?', args: [text, id] })),
  small.map((id) => ({ sql: 'DELETE FROM parent WHERE id = ? RETURNING id, name', args: [id] })),
  small.map((id) => ({ sql: 'DELETE FROM child WHERE parent = ?', args: [id] })),
  fc.tuple(name, small).map(([text, limit]) => ({
    sql: 'SELECT p.*, count(c.id) AS n FROM parent p LEFT JOIN child c ON c.parent = p.id WHERE p.name <> :name GROUP BY p.id ORDER BY p.id LIMIT :limit',
    args: { name: text, limit },
  })),
  value.map((given) => ({ sql: 'SELECT ? AS given, typeof(?1) AS kind', args: [given] })),
  fc.constantFrom<InStatement>(
    'SELECT id, note FROM child ORDER BY id',
    'WITH few AS (SELECT id FROM parent LIMIT 2) DELETE FROM child WHERE parent IN (SELECT id FROM few)',
    'SELECT max(id) FROM parent',
    'SELECT * FROM nowhere',
    'SELEC 1',
    'INSERT INTO parent (name) VALUES (NULL)',
    "INSERT INTO parent (name, size) VALUES ('negative', -1)",
    { sql: 'SELECT ?, ?', args: [1, 2] },
    'PRAGMA foreign_keys',
    "SELECT json_group_array(json_object('id', id, 'name', name)) FROM (SELECT * FROM parent ORDER BY id)",
  ),
);

function insertParent(): fc.Arbitrary<InStatement> {
  return fc
    .tuple(name, value, fc.integer({ min: -1, max: 3 }), fc.uint8Array({ maxLength: 4 }))
    .map(([text, amount, size, bytes]) => ({
      sql: 'INSERT INTO parent (name, amount, size, bytes) VALUES (?, ?, ?, ?)',
      args: [text, amount, size, bytes],
    }));
}

type Step =
  | { execute: InStatement }
  | { batch: InStatement[]; mode: 'write' | 'deferred' | 'read' }
  | { script: string }
  | {
      transaction: InStatement[];
      batches: boolean;
      /** Sent in it as one text, after the rest. */
      script: string;
      /** Another connection reads before it ends. */
      looks: boolean;
      end: 'commit' | 'rollback' | 'close';
    };

/** Several statements in one text, as migrations are; the last may fail after the others. */
const script = fc
  .array(
    fc.constantFrom(
      "INSERT INTO parent (name, size) VALUES ('uno', 1)",
      "INSERT INTO parent (name, size) VALUES ('dos', -1)",
      "UPDATE parent SET size = 2 WHERE name = 'uno'",
      "DELETE FROM parent WHERE name = 'uno'",
      'SELECT 1',
      'SELECT * FROM nowhere',
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((texts) => texts.join(';\n'));

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: statement.map((execute) => ({ execute })) },
  fc.record({
    batch: fc.array(statement, { minLength: 1, maxLength: 4 }),
    mode: fc.constantFrom('write' as const, 'write' as const, 'deferred' as const, 'read' as const),
  }),
  script.map((text) => ({ script: text })),
  fc.record({
    transaction: fc.array(statement, { maxLength: 5 }),
    batches: fc.boolean(),
    script: fc.oneof(fc.constant(''), script),
    looks: fc.boolean(),
    end: fc.constantFrom('commit' as const, 'rollback' as const, 'close' as const),
  }),
);

test('every row and every error of the stand-in is that of the embedded database', async () => {
  let programs = 0;
  const program = fc.array(step, { minLength: 1, maxLength: 6 });
  const agrees = fc.asyncProperty(program, async (steps) => {
    programs += 1;
    const expected = await run(embedded, steps);
    expect(await run(remote, steps)).toEqual(expected);
  });
  await fc.assert(agrees, { numRuns: PROGRAMS, endOnFailure: PROGRAMS > 1000 });
  expect(programs).toBeGreaterThanOrEqual(PROGRAMS);
}, 3_600_000);

const everything = `SELECT (SELECT group_concat(id || name || coalesce(size, '')) FROM (SELECT * FROM parent ORDER BY id)),
  (SELECT group_concat(id || parent) FROM (SELECT * FROM child ORDER BY id))`;

async function run(client: Client, steps: Step[]): Promise<unknown[]> {
  await client.batch(emptied, 'write');
  const seen: unknown[] = [];
  for (const each of steps) {
    if ('execute' in each) seen.push(await told(each.execute, () => client.execute(each.execute)));
    else if ('batch' in each) {
      seen.push(await toldAll(each.batch, () => client.batch(each.batch, each.mode)));
    } else if (!('transaction' in each)) {
      seen.push(await done(() => client.executeMultiple(each.script)));
    } else seen.push(await inTransaction(client, each));
  }
  const rest = ['SELECT * FROM parent ORDER BY id', 'SELECT * FROM child ORDER BY id'];
  for (const sql of rest) seen.push(await told(sql, () => client.execute(sql)));
  return seen;
}

async function inTransaction(client: Client, step: Extract<Step, { end: string }>) {
  const seen: unknown[] = [];
  const transaction = await client.transaction('write');
  try {
    if (step.batches && step.transaction.length > 0) {
      const { transaction: statements } = step;
      seen.push(await toldAll(statements, () => transaction.batch(statements)));
    } else {
      for (const each of step.transaction) {
        seen.push(await told(each, () => transaction.execute(each)));
      }
    }
    if (step.script) seen.push(await done(() => transaction.executeMultiple(step.script)));
    if (step.looks) seen.push(await told(everything, () => client.execute(everything)));
    const { end } = step;
    if (end !== 'close') seen.push(await done(() => transaction[end]()));
  } finally {
    transaction.close();
  }
  return seen;
}

async function toldAll(statements: InStatement[], work: () => Promise<ResultSet[]>) {
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

async function told(statement: InStatement, work: () => Promise<ResultSet>) {
  try {
    return plain(statement, await work());
  } catch (error) {
    return codeOf(error);
  }
}

/** Counts are promised for plain inserts, updates and deletes alone, row ids for inserts. */
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

/** A server tells the primary code alone, and reads the SQL itself before SQLite does. */
function codeOf(error: unknown): string {
  if (!(error instanceof LibsqlError)) throw error;
  if (error.code === 'SQL_PARSE_ERROR') return 'SQLITE_ERROR';
  return /^SQLITE_[A-Z]+|^\w+/.exec(error.code)?.[0] ?? 'none';
}
