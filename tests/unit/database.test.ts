import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getDb, openDatabase } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { createWorld, type World } from '../support/world.ts';

describe('the database', () => {
  let world: World;
  beforeEach(() => {
    world = createWorld();
  });
  afterEach(() => world.close());

  it('takes 50 parallel writes, each reading what the one before wrote', async () => {
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

  it('rolls a failed write back and goes on with the next', async () => {
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

  it('is migrated once when two processes start together', async () => {
    const url = `file:${world.dataDir}/fresh.db`;
    const [a, b] = [openDatabase(url), openDatabase(url)];
    const first = await migrateDatabase(a.client);
    const second = await migrateDatabase(b.client);
    expect([first > 0, second]).toEqual([true, 0]);
    await Promise.all([a.close(), b.close()]);
  });
});
