import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { closeDb, getDb, openDatabase } from '#lib/platform/db/client.ts';
import { allRows } from '#lib/platform/db/file/json-rows.ts';
import { prepared } from '#lib/platform/db/file/prepared.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { heartbeat } from '#lib/platform/db/schema/platform.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const beats = sql`select id from heartbeat order by id`;
const put = (id: number) => getDb().write((tx) => tx.insert(heartbeat).values({ id, at: 5 }));

test('a kept statement sees each write that was answered', async () => {
  const { read } = getDb();
  for (let id = 1; id <= 3; id++) {
    await put(id);
    expect(await read.all(beats)).toHaveLength(id);
    expect(await read.$count(heartbeat)).toBe(id);
  }
  expect(await read.get(sql`select 1 as a, null as b, 'é' as c`)).toEqual({
    a: 1,
    b: null,
    c: 'é',
  });
});

test('columns of one name stay apart, and rows are never cut', async () => {
  for (let id = 1; id <= 201; id++) await put(id);
  const { read } = getDb();
  const twice = await read
    .select({ one: heartbeat, two: { id: sql<number>`heartbeat.id + 1` } })
    .from(heartbeat)
    .orderBy(heartbeat.id);
  expect(twice).toHaveLength(201);
  expect(twice[200]).toEqual({ one: { id: 201, at: 5 }, two: { id: 202 } });
});

test('nothing is written by a read', async () => {
  const { read } = getDb();
  const writing = read.all(sql`insert into heartbeat (id, at) values (1, 1) returning id`);
  await expect(writing).rejects.toMatchObject({ cause: { code: 'SQLITE_READONLY' } });
  expect(await read.all(beats)).toEqual([]);
});

test('a value that the binding would take wrongly is refused, or made right', async () => {
  const { read } = getDb();
  expect(await read.all(sql`select ${true} as yes, ${false} as no`)).toEqual([{ yes: 1, no: 0 }]);
  await expect(read.all(sql`select ${undefined} as a`)).rejects.toThrow();
  await expect(read.all(sql`select ${Number.NaN} as a`)).rejects.toThrow();
  await expect(read.all(sql`select ${new Map()} as a`)).rejects.toThrow();
});

test('a statement that failed half-way holds nothing up', async () => {
  const { read } = getDb();
  await put(1);
  const broken = sql`select json_extract('{', '$') from heartbeat`;
  await expect(read.all(broken)).rejects.toThrow();
  await put(2);
  expect(await read.all(beats)).toHaveLength(2);
});

test('after the end a read is refused, not the end of the process', async () => {
  const { read } = getDb();
  await read.all(beats);
  await closeDb();
  await expect(read.all(beats)).rejects.toThrow();
  expect(await getDb().read.all(beats)).toEqual([]);
});

test('where the file is gone a read makes no new one', async () => {
  const path = join(world.dataDir, 'resguardo.db');
  const db = openDatabase(`file:${path}`);
  renameSync(path, `${path}.away`);
  await expect(db.read.all(beats)).rejects.toMatchObject({ cause: { code: 'DATABASE_GONE' } });
  renameSync(`${path}.away`, path);
  expect(await db.read.all(beats)).toEqual([]);
  await db.close();
});

test('all rows as one text are the rows themselves, whatever is in them', async () => {
  const text = `"comillas" \\ \n\t \u2028 é 😀 {"a":[1]} null`;
  const row = { email: text, role: 'natural', createdAt: 2 ** 45, updatedAt: 0 } as const;
  await getDb().write((tx) =>
    tx.insert(accounts).values([
      { id: 'a', ...row },
      { id: 'b', ...row, email: 'b', name: '' },
    ]),
  );
  const { id, email, name, createdAt } = accounts;
  const columns = { id, email, name, createdAt };
  const { read } = getDb();
  const [found] = await read.select({ rows: allRows(columns) }).from(accounts);
  expect(found?.rows).toEqual(await read.select(columns).from(accounts));
  const [none] = await read
    .select({ rows: allRows(columns) })
    .from(accounts)
    .where(eq(id, 'c'));
  expect(none?.rows).toEqual([]);
});

test('a prepared query is built once for each database', async () => {
  let built = 0;
  const one = prepared((read) => {
    built += 1;
    return read
      .select({ at: heartbeat.at })
      .from(heartbeat)
      .where(eq(heartbeat.id, sql.placeholder('id')))
      .prepare();
  });
  await put(1);
  expect([await one().all({ id: 1 }), await one().all({ id: 2 })]).toEqual([[{ at: 5 }], []]);
  expect(built).toBe(1);
  await world.reopen();
  expect([await one().all({ id: 1 }), built]).toEqual([[], 2]);
});
