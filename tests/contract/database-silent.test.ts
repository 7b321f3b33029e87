import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Tx } from '#lib/platform/db/client.ts';
import { openRemote } from '#lib/platform/db/remote.ts';
import { expectedIn } from '#lib/platform/errors.ts';
import { type DatabaseFailure, startLibsql } from '#tests/support/providers/libsql.ts';
import { waited } from '#tests/support/timing.ts';

/** A twentieth of ours: `one` gives up soon; `two` waits however busy the machine is. */
const hasty = { roundTrip: 400, turn: 600, trying: 700, findingOut: 500 };
const patient = { roundTrip: 30_000, turn: 60_000, trying: 60_000, findingOut: 60_000 };

let directory: string;

let server: Awaited<ReturnType<typeof startLibsql>>;

let one: Database;

let two: Database;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'resguardo-remote-'));
  copyFileSync(process.env.TEST_TEMPLATE_DB ?? '', join(directory, 'data.db'));
  server = await startLibsql({
    path: join(directory, 'data.db'),
    idleMs: 500,
    transactionMs: 250,
  });
  [one, two] = [open(), open(server.token, patient)];
});

afterEach(async () => {
  await Promise.all([one.close(), two.close()]);
  rmSync(directory, { recursive: true, force: true });
});

const open = (token = server.token, times = hasty) => openRemote(server.url, token, times);

const insert = (id: number) => sql`insert into heartbeat (id, at) values (${id}, 1)`;

const add = (tx: Tx, id: number) => tx.all(sql`${insert(id)} returning id`);

const ids = async () =>
  (await two.read.all<{ id: number }>(sql`select id from heartbeat order by id`)).map(
    ({ id }) => id,
  );

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return expectedIn(error)?.code ?? (error instanceof Error ? error.message : error);
}

describe('a server that does not answer', () => {
  test.each<[string, DatabaseFailure]>([
    ['cuts', { how: 'cut' }],
    ['is down behind its proxy', { how: 'status', status: 503 }],
  ])('and %s for a moment is not noticed', async (_, failure) => {
    server.failNext(failure, failure);
    await two.write((tx) => add(tx, 1));
    server.failNext(failure);
    expect(await ids()).toEqual([1]);
  });

  test.each<[string, DatabaseFailure]>([
    ['cuts', { how: 'cut' }],
    ['hangs', { how: 'hang' }],
    ['answers 500', { how: 'status', status: 500 }],
  ])('and %s is told in time as unavailable, by reads and writes', async (_, failure) => {
    server.failAlways(failure);
    const { result: codes, ms } = await waited(() =>
      Promise.all([
        codeOf(one.write((tx) => add(tx, 1))),
        codeOf(one.writeOne(sql`update heartbeat set at = 1`)),
        codeOf(one.read.all(sql`select 1`)),
      ]),
    );
    expect(codes).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(ms).toBeLessThan(1400);
    server.failAlways();
    await two.write((tx) => add(tx, 2));
    expect(await ids()).toEqual([2]);
  });

  test('lets no endless line form: who would wait too long is refused at once', async () => {
    server.failAlways({ how: 'hang' });
    const waiting = Array.from({ length: 600 }, () => codeOf(one.write((tx) => add(tx, 1))));
    const { result: first, ms } = await waited(() => Promise.race(waiting));
    expect(first).toBe('unavailable');
    expect(ms).toBeLessThan(200);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['unavailable']));
    server.failAlways();
    await two.write((tx) => add(tx, 1));
  });

  test('takes no other token, and says so as unavailable', async () => {
    const stranger = open('another');
    expect(await codeOf(stranger.read.all(sql`select 1`))).toBe('unavailable');
    expect(await codeOf(stranger.write((tx) => add(tx, 1)))).toBe('unavailable');
    await stranger.close();
    server.changeToken('rotated');
    expect(await codeOf(one.write((tx) => add(tx, 1)))).toBe('unavailable');
    server.changeToken(server.token);
    await two.write((tx) => add(tx, 1));
  });
});

test('a server may send a stream to another address of its own', async () => {
  const path = join(directory, 'data.db');
  const behind = await startLibsql({ path });
  const door = await startLibsql({ path, selfUrl: `${behind.url}/` });
  const db = openRemote(door.url, door.token, hasty);
  // The stand-ins share no streams: only who follows the address would find its own.
  await expect(db.client.execute('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  const codes = await codeOf(db.write(async (tx) => [await add(tx, 1), await add(tx, 2)]));
  expect([codes, behind.roundTrips() > 0]).toEqual(['unavailable', true]);
  await db.close();
  await Promise.all([behind.close(), door.close()]);
});
