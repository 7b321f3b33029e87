import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { closeDb, getDb, openDatabase } from '#lib/platform/db/client.ts';
import { cachedQuery } from '#lib/platform/db/file/cached-query.ts';
import { heartbeat } from '#lib/platform/db/schema/platform.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const beats = sql`select id from heartbeat order by id`;
const put = (id: number) => getDb().write((tx) => tx.insert(heartbeat).values({ id, at: 5 }));

test('a cached read statement sees every write that was answered', async () => {
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

test('columns of the same name stay apart, and 201 rows are read completely', async () => {
  for (let id = 1; id <= 201; id++) await put(id);
  const { read } = getDb();
  const twice = await read
    .select({ one: heartbeat, two: { id: sql<number>`heartbeat.id + 1` } })
    .from(heartbeat)
    .orderBy(heartbeat.id);
  expect(twice).toHaveLength(201);
  expect(twice[200]).toEqual({ one: { id: 201, at: 5 }, two: { id: 202 } });
});

test('a read cannot write', async () => {
  const { read } = getDb();
  const writing = read.all(sql`insert into heartbeat (id, at) values (1, 1) returning id`);
  await expect(writing).rejects.toMatchObject({ cause: { code: 'SQLITE_READONLY' } });
  expect(await read.all(beats)).toEqual([]);
});

test('a boolean parameter is bound as 1 or 0, and undefined, NaN and objects are refused', async () => {
  const { read } = getDb();
  expect(await read.all(sql`select ${true} as yes, ${false} as no`)).toEqual([{ yes: 1, no: 0 }]);
  await expect(read.all(sql`select ${undefined} as a`)).rejects.toThrow();
  await expect(read.all(sql`select ${Number.NaN} as a`)).rejects.toThrow();
  await expect(read.all(sql`select ${new Map()} as a`)).rejects.toThrow();
});

test('a read that failed halfway does not block later reads and writes', async () => {
  const { read } = getDb();
  await put(1);
  const broken = sql`select json_extract('{', '$') from heartbeat`;
  await expect(read.all(broken)).rejects.toThrow();
  await put(2);
  expect(await read.all(beats)).toHaveLength(2);
});

test('a read after the database was closed is refused, and the next one opens it again', async () => {
  const { read } = getDb();
  await read.all(beats);
  await closeDb();
  await expect(read.all(beats)).rejects.toThrow();
  expect(await getDb().read.all(beats)).toEqual([]);
});

test('a read does not create the file if it is gone', async () => {
  const path = join(world.dataDir, 'resguardo.db');
  const db = openDatabase(`file:${path}`);
  renameSync(path, `${path}.away`);
  await expect(db.read.all(beats)).rejects.toMatchObject({ cause: { code: 'DATABASE_GONE' } });
  renameSync(`${path}.away`, path);
  expect(await db.read.all(beats)).toEqual([]);
  await db.close();
});

test('a cached query is prepared once for each database', async () => {
  let built = 0;
  const first = cachedQuery((read) => {
    built += 1;
    return read
      .select({ at: heartbeat.at })
      .from(heartbeat)
      .where(eq(heartbeat.id, sql.placeholder('id')))
      .prepare();
  });
  await put(1);
  expect([await first().all({ id: 1 }), await first().all({ id: 2 })]).toEqual([[{ at: 5 }], []]);
  expect(built).toBe(1);
  await world.reopen();
  expect([await first().all({ id: 1 }), built]).toEqual([[], 2]);
});
