import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#lib/platform/process/durations.ts';
import { endLease, readLease, takeLease, withLease } from '#lib/platform/process/leases.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import { expireLeases } from '#tests/support/leases.ts';
import { openDatabaseBefore } from '#tests/support/migrations.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const lease = { name: 'job', ms: MINUTE };

const rows = () => getDb().read.$count(sql`leases`);

describe('a lease', () => {
  test('is taken by one of twenty instances that try at once', async () => {
    const owners = Array.from({ length: 20 }, (_, n) => `instance ${n}`);
    const taken = await Promise.all(owners.map((owner) => takeLease(lease, owner)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    const [winner = ''] = owners.filter((_, n) => taken[n]);
    expect(await takeLease(lease, winner)).toBe(true);
  });

  test('of a killed instance can be taken when it ends, not before', async () => {
    const short = { name: 'job', ms: 400 };
    const since = performance.now();
    expect(await takeLease(short, 'killed')).toBe(true);
    await vi.waitFor(async () => expect(await takeLease(short, 'other')).toBe(true), {
      timeout: 5000,
      interval: 20,
    });
    expect(performance.now() - since).toBeGreaterThanOrEqual(395);
  });

  test.each([
    ['an hour fast', HOUR],
    ['an hour slow', -HOUR],
    ['a day slow', -DAY],
  ])('lasts as long when the clock of an instance is %s', async (_, wrong) => {
    expect(await takeLease(lease, 'one')).toBe(true);
    world.advance(wrong);
    expect(await takeLease(lease, 'other')).toBe(false);
    await expireLeases(MINUTE / 2);
    expect(await takeLease(lease, 'other')).toBe(false);
    await expireLeases(MINUTE / 2);
    expect(await takeLease(lease, 'other')).toBe(true);
    world.advance(-wrong);
    await expireLeases(MINUTE / 2);
    expect(await takeLease(lease, 'one')).toBe(false);
  });

  test.each([0, MINUTE])(
    'is not ended by an instance that lost it (pause of %i ms)',
    async (pauseMs) => {
      await takeLease(lease, 'frozen');
      await expireLeases(MINUTE);
      expect(await takeLease(lease, 'other')).toBe(true);
      await endLease(lease, 'frozen', pauseMs);
      expect(await readLease(lease)).toMatchObject({ isHeld: true });
      expect(await takeLease(lease, 'third')).toBe(false);
      expect(await takeLease(lease, 'other')).toBe(true);
    },
  );

  test('ends at once without a row, or after a pause that also binds the instance that had it', async () => {
    await takeLease(lease, 'one');
    await endLease(lease, 'one');
    expect(await rows()).toBe(0);
    await takeLease(lease, 'one');
    await endLease(lease, 'one', MINUTE);
    expect([await takeLease(lease, 'one'), await takeLease(lease, 'other')]).toEqual([
      false,
      false,
    ]);
    const pause = await readLease(lease);
    expect(pause?.isHeld).toBe(false);
    expect(pause?.restMs).toBeGreaterThan(MINUTE / 2);
    await expireLeases(MINUTE);
    expect(await readLease(lease)).toBeNull();
    expect(await takeLease(lease, 'other')).toBe(true);
  });

  test('that was taken in a failed write is free', async () => {
    const write = getDb().write(async (tx) => {
      expect(await takeLease(lease, 'one', tx)).toBe(true);
      throw new Error('the write fails');
    });
    await expect(write).rejects.toThrow('the write fails');
    expect(await takeLease(lease, 'other')).toBe(true);
  });
});

describe('a job with a lease', () => {
  test('runs once when started twice at once, returns its result and frees the lease, also after an error', async () => {
    const job = async () => {
      await sleep(30);
      return 7;
    };
    const results = await Promise.all([withLease(lease, job), withLease(lease, job)]);
    expect(results.toSorted()).toEqual([{ value: 7 }, null]);
    await expect(withLease(lease, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await rows()).toBe(0);
  });

  test.each([
    ['forward', DAY],
    ['back', -DAY],
  ])('does not run twice in a process when the clock of the database is put %s', async (_, ms) => {
    await withLease(lease, async () => {
      await expireLeases(ms);
      expect(await withLease(lease, async () => {})).toBeNull();
    });
    expect(await withLease(lease, async () => {})).not.toBeNull();
  });

  test('keeps its result when the lease cannot be freed', async () => {
    const log = captureLog();
    const done = await withLease(lease, async () => {
      await getDb().client.execute('alter table leases rename to away');
      return 'charged';
    });
    expect(done).toEqual({ value: 'charged' });
    expect(log.lines()).toMatchObject([{ level: 40, lease: 'job' }]);
  });
});

test('the migration to one table of leases keeps the leases of payments that still run', async () => {
  const { client, close } = await openDatabaseBefore('one-lease', world.dataDir);
  const at = Date.now();
  const payment = (id: number, owner: string, until: number | string) => `(${id}, 'RG-${id}', 's',
    'a', 500, 'pending', ${owner}, ${until}, 1, 1)`;
  await client.execute(`insert into payments (id, buy_order, session_id, account_id, amount, state,
      lease_owner, lease_until, created_at, updated_at) values
    ${payment(1, "'old'", at + 40 * SECOND)}, ${payment(2, "'gone'", at - SECOND)},
    ${payment(3, 'null', 'null')}`);
  await migrateDatabase(client);
  const { rows } = await client.execute('select name, owner, until from leases');
  expect(rows).toEqual([{ name: 'payment:1', owner: 'old', until: at + 40 * SECOND }]);
  await expect(client.execute(`update payments set lease_owner = 'old'`)).rejects.toThrow(
    'no such column',
  );
  await close();
});
