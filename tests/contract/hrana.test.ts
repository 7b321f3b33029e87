import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { openRemote } from '#lib/platform/db/remote.ts';
import { type LibsqlStandIn, startLibsql } from '#tests/support/providers/libsql.ts';

/** What docs/hrana.md lists: that the product sends no more, and the stand-in answers as specified. */
let directory: string;
let server: LibsqlStandIn;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'resguardo-hrana-'));
  copyFileSync(process.env.TEST_TEMPLATE_DB ?? '', join(directory, 'data.db'));
  server = await startLibsql({ path: join(directory, 'data.db') });
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

type Answer = {
  baton: string | null;
  base_url: string | null;
  results: { type: string; response?: { result?: unknown }; error?: { message: string } }[];
};

async function ask(requests: object[], baton: string | null = null) {
  const reply = await fetch(`${server.url}/v2/pipeline`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}` },
    body: JSON.stringify({ baton, requests }),
  });
  const text = await reply.text();
  const answer: Answer = reply.ok ? JSON.parse(text) : { baton: null, base_url: null, results: [] };
  return { status: reply.status, ...answer };
}

const execute = (text: string, more: object = {}) => ({
  type: 'execute',
  stmt: { sql: text, ...more },
});
const resultOf = ({ results }: Answer, i = 0) => results[i]?.response?.result;

test('the product sends these requests, conditions and values, and no others', async () => {
  const sent: string[] = [];
  const seen = new Set<string>();
  const original = globalThis.fetch;
  globalThis.fetch = async (asked, init) => {
    if (asked instanceof Request) {
      const { requests } = await asked.clone().json();
      seen.add(`${asked.method} ${new URL(asked.url).pathname}`);
      sent.push(requests.map(({ type }: { type: string }) => type).join(' '));
      collect(requests, seen);
    }
    return original(asked, init);
  };
  try {
    const db = openRemote(server.url, server.token);
    await db.read.all(sql`select ${1}, ${'a'}, ${null}`);
    await db.writeOne(sql`update heartbeat set at = 1`);
    await db.write(async (tx) => {
      await tx.run(sql`insert into heartbeat (id, at) values (1, 1)`);
      for (let n = 0; n < 40; n++) await tx.all(sql.raw(`select ${n}`));
    });
    const refused = db.write(async (tx) => {
      await tx.run(sql`delete from heartbeat`);
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    server.failOnce((body) => body.includes('COMMIT'), { how: 'lost' });
    await db.write((tx) => tx.run(sql`update heartbeat set at = 2`));
    await migrateDatabase(db.client);
    await db.close();
  } finally {
    globalThis.fetch = original;
  }
  expect([...seen].toSorted()).toEqual([
    'POST /v2/pipeline',
    'condition not',
    'condition ok',
    'request batch',
    'request close',
    'request close_sql',
    'request execute',
    'request store_sql',
    'value float',
    'value null',
    'value text',
  ]);
  // A read, and a statement that is a write of its own, are one round trip.
  expect(sent.slice(0, 2)).toEqual(['execute close', 'execute close']);
});

/** Every `type` of a pipeline, with where it stands. */
function collect(value: unknown, seen: Set<string>, place = 'request'): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) seen.add(`${place} ${value.type}`);
  for (const [key, inner] of Object.entries(value)) {
    const next = ({ condition: 'condition', args: 'value' } as Record<string, string>)[key];
    collect(inner, seen, next ?? place);
  }
}

describe('a pipeline', () => {
  test('without a baton opens a stream; each answer has another baton, good once', async () => {
    const first = await ask([execute('create table t (n integer, s text, b blob, r real)')]);
    expect(first).toMatchObject({ status: 200, baton: expect.any(String), base_url: null });
    const second = await ask([execute('select 1')], first.baton);
    expect(second.baton).not.toBe(first.baton);
    expect((await ask([execute('select 1')], first.baton)).status).toBe(400);
    expect((await ask([execute('select 1')], second.baton)).status).toBe(200);
  });

  test('is done in order to its end, whatever fails in it', async () => {
    const { results } = await ask([execute('select 1'), execute('selec'), execute('select 3')]);
    expect(results.map(({ type }) => type)).toEqual(['ok', 'error', 'ok']);
    expect(results[1]?.error).toEqual({ message: expect.any(String), code: expect.any(String) });
  });

  test('that closes gives no baton, and an error to what follows; a transaction is undone', async () => {
    const begun = await ask([execute('begin immediate'), execute('delete from __migrations')]);
    const closed = await ask([{ type: 'close' }, execute('select 1')], begun.baton);
    expect([closed.baton, ...closed.results.map(({ type }) => type)]).toEqual([
      null,
      'ok',
      'error',
    ]);
    const left = await ask([execute('select count(*) > 0 from __migrations')]);
    expect(resultOf(left)).toMatchObject({ rows: [[{ type: 'integer', value: '1' }]] });
  });

  test('is spoken in versions 2 and 3, and refused without its token', async () => {
    for (const version of ['v2', 'v3']) {
      expect((await fetch(`${server.url}/${version}`)).status).toBe(200);
    }
    const reply = await fetch(`${server.url}/v2/pipeline`, { method: 'POST', body: '{}' });
    expect(reply.status).toBe(401);
  });
});

describe('a statement', () => {
  test('takes and gives each kind of value, integers of 64 bits among them', async () => {
    const values = [
      { type: 'null' },
      { type: 'integer', value: '9223372036854775807' },
      { type: 'integer', value: '-9223372036854775808' },
      { type: 'float', value: 1.5 },
      { type: 'text', value: 'ñ 🧾' },
      { type: 'blob', base64: 'AP8=' },
    ];
    const answer = await ask([execute('select ?, ?, ?, ?, ?, ?', { args: values })]);
    expect(resultOf(answer)).toMatchObject({ rows: [values] });
  });

  test('binds names with or without their sign', async () => {
    const named = [
      { name: 'a', value: { type: 'text', value: 'x' } },
      { name: '@b', value: { type: 'text', value: 'y' } },
    ];
    const answer = await ask([execute('select :a || @b', { named_args: named })]);
    expect(resultOf(answer)).toMatchObject({ rows: [[{ type: 'text', value: 'xy' }]] });
  });

  test('gives columns, declared types, counts and the row id', async () => {
    await ask([execute('create table t (n integer primary key, s text)')]);
    const insert = await ask([execute("insert into t (s) values ('a'), ('b')")]);
    expect(resultOf(insert)).toEqual({
      cols: [],
      rows: [],
      affected_row_count: 2,
      last_insert_rowid: '2',
    });
    const select = await ask([execute('select s, n + 1 as m from t limit 1')]);
    expect(resultOf(select)).toMatchObject({
      cols: [
        { name: 's', decltype: 'TEXT' },
        { name: 'm', decltype: null },
      ],
    });
  });

  test('gives no rows to who wants none', async () => {
    const answer = await ask([execute('select 1', { want_rows: false })]);
    expect(resultOf(answer)).toMatchObject({ rows: [] });
  });
});

test('a text is stored under an id of its stream, once, until it is closed', async () => {
  const store = { type: 'store_sql', sql_id: 7, sql: 'select 7' };
  const stored = { type: 'execute', stmt: { sql_id: 7 } };
  const close = { type: 'close_sql', sql_id: 7 };
  const { results } = await ask([store, stored, store, close, close, stored, store]);
  expect(results.map(({ type }) => type)).toEqual(['ok', 'ok', 'error', 'ok', 'ok', 'error', 'ok']);
  const other = await ask([stored]);
  expect(other.results[0]?.type).toBe('error');
});

test('a batch goes on or not by the conditions of its steps', async () => {
  const ok = (step: number) => ({ type: 'ok', step });
  const steps = [
    { stmt: { sql: 'begin immediate' } },
    { condition: ok(0), stmt: { sql: 'insert into nowhere values (1)' } },
    { condition: ok(1), stmt: { sql: 'commit' } },
    { condition: { type: 'not', cond: ok(2) }, stmt: { sql: 'rollback' } },
    { condition: { type: 'error', step: 1 }, stmt: { sql: 'select 1' } },
    { condition: { type: 'and', conds: [ok(0), ok(1)] }, stmt: { sql: 'select 2' } },
    { condition: { type: 'or', conds: [ok(0), ok(1)] }, stmt: { sql: 'select 3' } },
  ];
  const answer = await ask([{ type: 'batch', batch: { steps } }]);
  const given = resultOf(answer) as { step_results: unknown[]; step_errors: unknown[] };
  expect(given.step_results.map((result) => result !== null)).toEqual([
    true,
    false,
    false,
    true,
    true,
    false,
    true,
  ]);
  expect(given.step_errors.map((error) => error !== null)).toEqual([
    false,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('a sequence ends at what fails, and keeps what went before', async () => {
  const text = 'create table u (n); insert into u values (1); selec; insert into u values (2)';
  const { results } = await ask([{ type: 'sequence', sql: text }]);
  expect(results[0]?.type).toBe('error');
  const left = await ask([execute('select n from u')]);
  expect(resultOf(left)).toMatchObject({ rows: [[{ type: 'integer', value: '1' }]] });
});
