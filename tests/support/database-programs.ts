import type { InStatement, InValue } from '@libsql/client';
import fc from 'fast-check';

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

/** Statements that the product sends, and failing ones. */
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
  value.map((input) => ({ sql: 'SELECT ? AS given, typeof(?1) AS kind', args: [input] })),
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

export type DatabaseStep =
  | { execute: InStatement }
  | { batch: InStatement[]; mode: 'write' | 'deferred' | 'read' }
  | { script: string }
  | {
      transaction: InStatement[];
      batches: boolean;
      /** Statements sent within it as one text, after the rest. */
      script: string;
      /** True if another connection reads before it ends. */
      looks: boolean;
      end: 'commit' | 'rollback' | 'close';
    };

/** Several statements in one text, like migrations. The last may fail after the others. */
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

export const databaseStep: fc.Arbitrary<DatabaseStep> = fc.oneof(
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
