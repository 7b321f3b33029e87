import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#lib/platform/db/client.ts';
import { openRemote } from '#lib/platform/db/remote/remote.ts';
import { type DatabaseFailure, startLibsql } from '#tests/support/providers/libsql.ts';
import {
  addNumber,
  errorCode,
  type RemoteDatabase,
  shortDatabaseTimeouts,
  startRemoteDatabase,
} from '#tests/support/remote-database.ts';
import { measureWait } from '#tests/support/timing.ts';

/** `one` gives up soon, whereas `two` waits however busy the machine is. */
let path: string;
let server: RemoteDatabase['server'];
let open: RemoteDatabase['open'];
let ids: RemoteDatabase['ids'];
let one: Database;
let second: Database;
beforeEach(async () => {
  ({
    path,
    server,
    open,
    one,
    two: second,
    ids,
  } = await startRemoteDatabase({
    one: shortDatabaseTimeouts,
  }));
});

describe('a database server that does not answer', () => {
  test.each<[string, DatabaseFailure]>([
    ['cuts', { how: 'cut' }],
    ['is down behind its proxy', { how: 'status', status: 503 }],
  ])('because it %s for a moment is tried again unnoticed', async (_, failure) => {
    server.failNext(failure, failure);
    await second.write((tx) => addNumber(tx, 1));
    server.failNext(failure);
    expect(await ids()).toEqual([1]);
  });

  test.each<[string, DatabaseFailure]>([
    ['cuts', { how: 'cut' }],
    ['hangs', { how: 'hang' }],
    ['answers 500', { how: 'status', status: 500 }],
  ])('because it %s makes reads and writes fail as unavailable, in time', async (_, failure) => {
    server.failAlways(failure);
    const { result: codes, ms } = await measureWait(() =>
      Promise.all([
        errorCode(one.write((tx) => addNumber(tx, 1))),
        errorCode(one.writeOne(sql`update heartbeat set at = 1`)),
        errorCode(one.read.all(sql`select 1`)),
      ]),
    );
    expect(codes).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(ms).toBeLessThan(1400);
    server.failAlways();
    await second.write((tx) => addNumber(tx, 2));
    expect(await ids()).toEqual([2]);
  });

  test('lets no endless queue form: a write that would wait too long is refused at once', async () => {
    server.failAlways({ how: 'hang' });
    const waiting = Array.from({ length: 600 }, () =>
      errorCode(one.write((tx) => addNumber(tx, 1))),
    );
    const { result: first, ms } = await measureWait(() => Promise.race(waiting));
    expect(first).toBe('unavailable');
    expect(ms).toBeLessThan(200);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['unavailable']));
    server.failAlways();
    await second.write((tx) => addNumber(tx, 1));
  });

  test('because the token is wrong makes reads and writes fail as unavailable', async () => {
    const stranger = open(shortDatabaseTimeouts, 'another');
    expect(await errorCode(stranger.read.all(sql`select 1`))).toBe('unavailable');
    expect(await errorCode(stranger.write((tx) => addNumber(tx, 1)))).toBe('unavailable');
    await stranger.close();
    server.changeToken('rotated');
    expect(await errorCode(one.write((tx) => addNumber(tx, 1)))).toBe('unavailable');
    server.changeToken(server.token);
    await second.write((tx) => addNumber(tx, 1));
  });
});

test('the client follows a server that sends a stream to another address of its own', async () => {
  const behind = await startLibsql({ path });
  const handler = await startLibsql({ path, selfUrl: `${behind.url}/` });
  const db = openRemote(handler.url, handler.token, shortDatabaseTimeouts);
  // The two stand-ins share no streams, so only a client that follows the address finds its own.
  await expect(db.client.execute('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  const codes = await errorCode(
    db.write(async (tx) => [await addNumber(tx, 1), await addNumber(tx, 2)]),
  );
  expect([codes, behind.roundTrips() > 0]).toEqual(['unavailable', true]);
  await db.close();
  await Promise.all([behind.close(), handler.close()]);
});
