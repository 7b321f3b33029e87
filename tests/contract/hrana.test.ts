import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { openRemote } from '#lib/platform/db/remote/remote.ts';
import { type LibsqlStandIn, startLibsql } from '#tests/support/providers/libsql.ts';

/** The product sends no more than docs/hrana.md lists, and the stand-in's streams follow it. */
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

test('the product sends exactly these kinds of requests, conditions and values', async () => {
  const sent: string[] = [];
  const seen = new Set<string>();
  const original = globalThis.fetch;
  globalThis.fetch = async (response, init) => {
    if (response instanceof Request) {
      const { requests } = await response.clone().json();
      seen.add(`${response.method} ${new URL(response.url).pathname}`);
      sent.push(requests.map(({ type }: { type: string }) => type).join(' '));
      collect(requests, seen);
    }
    return original(response, init);
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

/** Collects every `type` of a pipeline, with its place. */
function collect(value: unknown, seen: Set<string>, place = 'request'): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) seen.add(`${place} ${value.type}`);
  for (const [key, inner] of Object.entries(value)) {
    const next = ({ condition: 'condition', args: 'value' } as Record<string, string>)[key];
    collect(inner, seen, next ?? place);
  }
}

describe('a pipeline', () => {
  test('without a baton opens a stream, and each answer has a new baton that works once', async () => {
    const first = await ask([execute('create table t (n integer, s text, b blob, r real)')]);
    expect(first).toMatchObject({ status: 200, baton: expect.any(String), base_url: null });
    const second = await ask([execute('select 1')], first.baton);
    expect(second.baton).not.toBe(first.baton);
    expect((await ask([execute('select 1')], first.baton)).status).toBe(400);
    expect((await ask([execute('select 1')], second.baton)).status).toBe(200);
  });

  test('is executed in order to its end, even if a statement fails', async () => {
    const { results } = await ask([execute('select 1'), execute('selec'), execute('select 3')]);
    expect(results.map(({ type }) => type)).toEqual(['ok', 'error', 'ok']);
    expect(results[1]?.error).toEqual({ message: expect.any(String), code: expect.any(String) });
  });

  test('that closes gives no baton, refuses what follows and undoes the transaction', async () => {
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
});
