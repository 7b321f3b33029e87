import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase, type Tx } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { type DatabaseFailure, startLibsql } from '#tests/support/providers/libsql.ts';
import {
  addNumber,
  errorCode,
  insertNumber,
  longDatabaseTimeouts,
  type RemoteDatabase,
  shortDatabaseTimeouts,
  startRemoteDatabase,
} from '#tests/support/remote-database.ts';

let directory: string;
let server: RemoteDatabase['server'];
let open: RemoteDatabase['open'];
let ids: RemoteDatabase['ids'];
let first: Database;
let second: Database;
beforeEach(async () => {
  ({
    directory,
    server,
    open,
    one: first,
    two: second,
    ids,
  } = await startRemoteDatabase({
    one: longDatabaseTimeouts,
  }));
});

/** Works with an instance of its own, which has these time limits. */
async function by(times: typeof shortDatabaseTimeouts, work: (db: Database) => Promise<unknown>) {
  const db = open(times);
  await work(db).finally(() => db.close());
}

const hasCommit = (body: string) => body.includes('COMMIT');
const raise = sql`update heartbeat set at = at + 1 where id = 0`;

describe('writes of two instances', () => {
  test('happen one after the other: each reads what the one before wrote', async () => {
    const [first, second] = [0, 1].map(() => openDatabase(server.url, server.token)) as [
      Database,
      Database,
    ];
    await first.write((tx) => addNumber(tx, 0));
    const raise = (db: Database) =>
      db.write(async (tx) => {
        const [row] = await tx.all<{ at: number }>(sql`select at from heartbeat where id = 0`);
        await tx.run(sql`update heartbeat set at = ${(row?.at ?? 0) + 1} where id = 0`);
      });
    await Promise.all(Array.from({ length: 60 }, (_, i) => raise(i % 2 ? first : second)));
    expect(await first.read.all(sql`select at from heartbeat where id = 0`)).toEqual([{ at: 61 }]);
    await Promise.all([first.close(), second.close()]);
  });

  test('migrate an empty database once when both start together', async () => {
    const path = join(directory, 'empty.db');
    const empty = await startLibsql({ path, latencyMs: 10 });
    const [a, b] = [openDatabase(empty.url, empty.token), openDatabase(empty.url, empty.token)];
    const applied = await Promise.all([migrateDatabase(a.client), migrateDatabase(b.client)]);
    expect(applied.toSorted()).toEqual([0, Math.max(...applied)]);
    expect(Math.max(...applied)).toBeGreaterThan(10);
    expect(empty.roundTrips()).toBeLessThan(12);
    await Promise.all([a.close(), b.close()]);
    await empty.close();
  });

  test('go on when one instance falls silent in the middle of its transaction', async () => {
    const dead = await first.client.transaction('write');
    await dead.execute('insert into heartbeat (id, at) values (1, 1)');
    const started = performance.now();
    await second.write((tx) => addNumber(tx, 2));
    expect(performance.now() - started).toBeGreaterThan(150);
    // Later requests of the silent transaction are refused, and none of them is stored.
    await expect(dead.execute('select 1')).rejects.toMatchObject({ code: 'TRANSACTION_TIMEOUT' });
    await expect(dead.commit()).rejects.toThrow();
    expect(await ids()).toEqual([2]);
  });

  test('are repeated when a transaction took too long and another instance wrote meanwhile', async () => {
    let tries = 0;
    const slow = first.write(async (tx) => {
      await addNumber(tx, 1);
      if (tries++ === 0) await sleep(350);
      await addNumber(tx, 2);
    });
    await sleep(50);
    await second.write((tx) => addNumber(tx, 3));
    await slow;
    expect(tries).toBeGreaterThan(1);
    expect(await ids()).toEqual([1, 2, 3]);
  });

  test('are repeated when a transaction used its stream too late', async () => {
    let tries = 0;
    const work = async (tx: Tx) => {
      await addNumber(tx, 1);
      if (tries++ === 0) await sleep(550);
      await addNumber(tx, 2);
    };
    await first.write(work);
    expect(tries).toBeGreaterThan(1);
    expect(await ids()).toEqual([1, 2]);
  });
});

describe('a commit without an answer', () => {
  test.each<[string, DatabaseFailure]>([
    ['that was done', { how: 'lost' }],
    ['that a proxy sent twice', { how: 'twice' }],
    ['that came too late', { how: 'late', ms: 450 }],
  ])('%s is recognised and not repeated', async (_, failure) => {
    server.failOnce(hasCommit, failure);
    let value: unknown;
    const work = async (tx: Tx) => {
      await addNumber(tx, 1);
      return 'done';
    };
    await by({ ...longDatabaseTimeouts, roundTripMs: 400 }, async (db) => {
      value = await db.write(work);
    });
    // A second insertion would be refused, because the row exists.
    expect([value, await ids()]).toEqual(['done', [1]]);
  });

  test.each<[string, DatabaseFailure]>([
    ['that never arrived', { how: 'cut' }],
    ['that a proxy answered', { how: 'status', status: 502 }],
  ])('%s is repeated and stored once', async (_, failure) => {
    server.failOnce(hasCommit, failure);
    await first.write((tx) => addNumber(tx, 1));
    expect(await ids()).toEqual([1]);
  });

  test('that hangs on its way is stored once or refused as unavailable', async () => {
    server.failOnce(hasCommit, { how: 'hang' });
    await by(shortDatabaseTimeouts, async (db) => {
      const refused = await errorCode(db.write((tx) => addNumber(tx, 1)));
      expect([
        [null, [1]],
        ['unavailable', []],
      ]).toContainEqual([refused, await ids()]);
    });
  });

  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['after its statements', (tx) => addNumber(tx, 1)],
    ['together with them', (tx) => tx.run(insertNumber(1))],
    ['with one that may be done twice', (tx) => tx.run(raise)],
  ])('%s, sent twice by a proxy, is stored once', async (_, work) => {
    await first.write((tx) => tx.run(sql`insert into heartbeat (id, at) values (0, 0)`));
    server.failOnce(hasCommit, { how: 'twice' });
    await first.write(work);
    const rows = await second.read.all(sql`select id, at from heartbeat order by id`);
    expect([
      [{ id: 0, at: 1 }],
      [
        { id: 0, at: 0 },
        { id: 1, at: 1 },
      ],
    ]).toContainEqual(rows);
  });

  test('that arrives after it was given up is not stored beside its repetition', async () => {
    const zero = sql`insert into heartbeat (id, at) values (0, 0)`;
    server.failOnce(hasCommit, { how: 'delayed', ms: 550 });
    await by({ ...longDatabaseTimeouts, roundTripMs: 400 }, (db) => db.write((tx) => tx.run(zero)));
    server.failOnce(hasCommit, { how: 'delayed', ms: 550 });
    await by({ ...longDatabaseTimeouts, roundTripMs: 400 }, (db) =>
      db.write((tx) => tx.run(raise)),
    );
    await sleep(300);
    expect(await second.read.all(sql`select id, at from heartbeat`)).toEqual([{ id: 0, at: 1 }]);
  });

  test('does not hide the error of a write that breaks a constraint', async () => {
    await first.write((tx) => addNumber(tx, 1));
    const wrong = first.write((tx) => tx.run(insertNumber(1)));
    await expect(wrong).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT' });
    expect(await ids()).toEqual([1]);
  });

  test('is refused as unavailable when its outcome cannot be asked for, and is stored or not', async () => {
    const thenDown = (body: string) => {
      if (hasCommit(body)) setImmediate(() => server.failAlways({ how: 'cut' }));
      return hasCommit(body);
    };
    server.failOnce(thenDown, { how: 'lost' });
    await by(shortDatabaseTimeouts, async (db) => {
      expect(await errorCode(db.write((tx) => addNumber(tx, 1)))).toBe('unavailable');
    });
    server.failAlways();
    expect([[], [1]]).toContainEqual(await ids());
  });
});

describe('an error of the statement itself', () => {
  test('is thrown at once, and undoes its write', async () => {
    await first.write((tx) => addNumber(tx, 1));
    const again = first.write(async (tx) => {
      await addNumber(tx, 2);
      await addNumber(tx, 1);
    });
    await expect(again).rejects.toMatchObject({ cause: { code: 'SQLITE_CONSTRAINT' } });
    expect(await ids()).toEqual([1]);
  });

  test('for a statement that servers do not support is the one that sqld gives', async () => {
    const message = expect.stringContaining('unsupported statement');
    for (const statement of ['vacuum', 'pragma journal_mode = wal', 'attach ? as other']) {
      await expect(first.client.execute(statement)).rejects.toMatchObject({
        code: 'SQL_PARSE_ERROR',
        message,
      });
    }
  });

  test('that the caller throws undoes the write and is passed on', async () => {
    const work = first.write(async (tx) => {
      await addNumber(tx, 1);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await ids()).toEqual([]);
  });
});
