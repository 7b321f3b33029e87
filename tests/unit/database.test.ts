import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { filePathOf, getDb, openDatabase } from '#lib/platform/db/client.ts';
import type { WriteOptions } from '#lib/platform/db/database.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { databasePath } from '#scripts/backup/database.ts';
import { worldForTest } from '#tests/support/world.ts';

describe('the database', () => {
  const world = worldForTest();

  test('applies 50 parallel writes one after another, each reading what the one before wrote', async () => {
    const db = getDb();
    await db.write((tx) => tx.run(sql`insert into heartbeat (id, at) values (7, 0)`));
    await Promise.all(
      Array.from({ length: 50 }, () =>
        db.write(async (tx) => {
          const row = await tx.get<{ at: number }>(sql`select at from heartbeat where id = 7`);
          await new Promise((resolve) => setTimeout(resolve, 1));
          await tx.run(sql`update heartbeat set at = ${(row?.at ?? 0) + 1} where id = 7`);
        }),
      ),
    );
    expect(await db.read.get(sql`select at from heartbeat where id = 7`)).toEqual({ at: 50 });
  });

  test('rolls back all writes of a commit in which one found the disk full, and answers “unavailable”', async () => {
    const db = getDb();
    const keep = (id: number) =>
      db.write((tx) => tx.run(sql`insert into heartbeat (id, at) values (${id}, 0)`));
    const full = db.write(async () => {
      throw new Error('wrapped', { cause: Object.assign(new Error(), { code: 'SQLITE_FULL' }) });
    });
    for (const end of await Promise.allSettled([keep(8), full, keep(9)])) {
      expect(end).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    }
    expect(await db.read.get(sql`select count(*) as n from heartbeat`)).toEqual({ n: 0 });
    await keep(8);
  });

  test('rolls a failed write back and continues with the next', async () => {
    const db = getDb();
    const failing = db.write(async (tx) => {
      await tx.run(sql`insert into heartbeat (id, at) values (8, 1)`);
      throw new Error('no');
    });
    const next = db.write((tx) => tx.run(sql`insert into heartbeat (id, at) values (9, 1)`));
    await expect(failing).rejects.toThrow('no');
    await next;
    expect(await db.read.all(sql`select id from heartbeat order by id`)).toEqual([{ id: 9 }]);
  });

  test('commits waiting writes together, and rolls back only the one that fails', async () => {
    const db = getDb();
    const insert = (id: number) =>
      db.write(async (tx) => {
        await tx.run(sql`insert into heartbeat (id, at) values (${id}, 1)`);
        if (id === 3) throw new Error('only this one');
        return id;
      });
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(insert));
    expect(outcomes.map((o) => (o.status === 'fulfilled' ? o.value : o.reason.message))).toEqual([
      1,
      2,
      'only this one',
      4,
      5,
    ]);
    const rows = await db.read.all(sql`select id from heartbeat order by id`);
    expect(rows).toEqual([1, 2, 4, 5].map((id) => ({ id })));
  });

  test('rejects all writes of a commit that fails, and continues', async () => {
    const db = getDb();
    await db.client.executeMultiple(`
      create table parents (id integer primary key);
      create table children (parent integer references parents deferrable initially deferred);`);
    const parent = db.write((tx) => tx.run(sql`insert into parents values (1)`));
    const orphan = db.write((tx) => tx.run(sql`insert into children values (99)`));
    await expect(parent).rejects.toThrow();
    await expect(orphan).rejects.toThrow();
    expect(await db.read.all(sql`select id from parents`)).toEqual([]);
    await db.write((tx) => tx.run(sql`insert into parents values (2)`));
    expect(await db.read.all(sql`select id from parents`)).toEqual([{ id: 2 }]);
  });

  test('rejects all writes that SQLite rolled back together', async () => {
    const db = getDb();
    await db.client.execute(`create trigger all_of_it before insert on heartbeat when new.id = 13
      begin select raise(rollback, 'all of it'); end`);
    const insert = (id: number) =>
      db.write((tx) => tx.run(sql`insert into heartbeat (id, at) values (${id}, 1)`));
    const ends = await Promise.allSettled([12, 13, 14].map(insert));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await db.read.all(sql`select id from heartbeat`)).toEqual([]);
    await insert(15);
  });

  test('refuses a statement of a write that has ended', async () => {
    const db = getDb();
    const late = Promise.withResolvers<unknown>();
    await db.write(async (tx) => {
      setTimeout(() =>
        late.resolve(tx.run(sql`insert into heartbeat values (20, 1)`).catch(String)),
      );
    });
    const slow = db.write(() => late.promise);
    expect(await late.promise).toMatch('Failed query');
    await slow;
    expect(await db.read.all(sql`select id from heartbeat`)).toEqual([]);
    await db.close();
    await expect(db.write((tx) => tx.run(sql`select 1`))).rejects.toThrow('closed');
  });

  test('flushes a commit to the disk unless all its writes do without', async () => {
    const db = getDb();
    const level = (lasting?: WriteOptions) =>
      db.write((tx) => tx.all(sql`select synchronous from pragma_synchronous`), lasting);
    const full = [{ synchronous: 2 }];
    const normal = [{ synchronous: 1 }];
    expect(await level()).toEqual(full);
    expect(await level({ flush: false })).toEqual(normal);
    expect(await level({ flush: true })).toEqual(full);
    expect(await Promise.all([level({ flush: false }), level(), level({ flush: false })])).toEqual([
      full,
      full,
      full,
    ]);
    expect(await Promise.all([level({ flush: false }), level({ flush: false })])).toEqual([
      normal,
      normal,
    ]);
  });

  test('is migrated once when two processes open it', async () => {
    const url = `file:${world.dataDir}/fresh.db`;
    const [a, b] = [openDatabase(url), openDatabase(url)];
    const first = await migrateDatabase(a.client);
    const second = await migrateDatabase(b.client);
    expect([first > 0, second]).toEqual([true, 0]);
    await Promise.all([a.close(), b.close()]);
  });
});

test.each([
  ['file:/datos/mi%20empresa.db', '/datos/mi empresa.db'],
  ['file:///datos/a.db?mode=rwc', '/datos/a.db'],
  ['file://localhost/datos/a.db', '/datos/a.db'],
  ['file:datos/a.db', 'datos/a.db'],
])('the file of the database for %s is the same for a backup and for the app', (url, path) => {
  expect(filePathOf(url)).toBe(path);
  expect(databasePath(url)).toBe(path);
});
