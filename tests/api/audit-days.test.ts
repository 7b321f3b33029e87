import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '#lib/background/sweeper.ts';
import type { AuditAction } from '#lib/domain/audit/copy.ts';
import { checkTrail, sealDays } from '#lib/domain/audit/seal.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { retentionDays } from '#lib/domain/privacy/rules.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditDays, auditEvents } from '#lib/platform/db/schema/audit.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { worldForTest } from '#tests/support/world.ts';

const SECRET = 'y'.repeat(40);
const world = worldForTest({ RATE_LIMITS: 'off' });

const days = () => getDb().read.select().from(auditDays).orderBy(auditDays.day);
const problems = async () => (await checkTrail(now())).map(({ problem, id }) => `${id} ${problem}`);

async function put(count: number, action: AuditAction = 'profile.updated', at = now()) {
  await getDb().write(async (tx) => {
    for (let n = 0; n < count; n++) {
      const where = { requestId: `r${n}`, ip: '203.0.113.7', now: at + n };
      await audit(tx, where, { accountId: 'una-cuenta', action, subject: `lead:${n}` });
    }
  });
}

/** Changes rows without the triggers, like somebody who owns the file. */
async function tamper(...statements: string[]): Promise<void> {
  const names = ['audit_events_stay', 'audit_events_sealed', 'audit_days_stay', 'audit_days_kept'];
  for (const name of names) await getDb().client.execute(`drop trigger if exists ${name}`);
  for (const statement of statements) await getDb().client.execute(statement);
}

/** Makes three days of 3 events and a refusal each, of which two are sealed: 20 and 21 November. */
async function threeDays(): Promise<void> {
  for (let day = 0; day < 3; day++) {
    if (day > 0) world.advance(DAY);
    await put(3);
    await put(1, 'session.refused');
  }
  await sealDays(now());
}

describe('a day of the audit trail', () => {
  test('is sealed an hour after its end; an event that is recorded later belongs to the next seal', async () => {
    await put(3);
    world.advance(12.9 * HOUR);
    await put(1);
    await sealDays(now());
    expect(await days()).toEqual([]);
    world.advance(0.2 * HOUR);
    await sealDays(now());
    await sealDays(now());
    const sealed = await days();
    expect(sealed).toMatchObject([
      { day: '2026-11-20', firstId: 1, lastId: 3, events: 3, refusals: 0 },
    ]);
    // An event of the day before was recorded late.
    await put(2, 'document.uploaded', now() - DAY);
    world.advance(DAY);
    await sealDays(now());
    expect(await days()).toMatchObject([{}, { day: '2026-11-21', firstId: 4, lastId: 6 }]);
    expect(await problems()).toEqual([]);
  });

  test('gets no seal if it has no events, and an event dated far ahead does not break the seals', async () => {
    await put(1);
    await put(1, 'profile.updated', now() + 400 * DAY);
    world.advance(10 * DAY);
    await put(1);
    world.advance(DAY);
    await sealDays(now());
    expect((await days()).map(({ day, lastId }) => [day, lastId])).toEqual([
      ['2026-11-20', 2],
      ['2026-11-30', 3],
    ]);
    expect(await problems()).toEqual([]);
  });

  test('with 1300 events is sealed as a whole', async () => {
    await put(1300);
    world.advance(2 * DAY);
    await sealDays(now());
    expect(await days()).toMatchObject([{ events: 1300, lastId: 1300 }]);
    expect(await problems()).toEqual([]);
  });
});

describe('the check of the audit trail', () => {
  beforeEach(threeDays);

  const lastOf21 = "select last_id from audit_days where day = '2026-11-21'";
  const changes: [string, string[], RegExp | null][] = [
    ['nothing, where nothing was done', [], null],
    ['a removed event', ['delete from audit_events where id = 2'], /^2026-11-20 .*removed/],
    ['a removed refusal', ['delete from audit_events where id = 8'], /^2026-11-21 .*removed/],
    [
      'a changed one',
      [`update audit_events set actor = 'otra' where id = (${lastOf21}) - 1`],
      /^2026-11-21 .*an event was changed/,
    ],
    [
      'one that was put in place of a refusal',
      ["update audit_events set action = 'session.opened' where id = 4"],
      /^2026-11-20 .*added/,
    ],
    [
      'a removed day',
      ["delete from audit_days where day = '2026-11-20'"],
      /^2026-11-21 .*another order/,
    ],
    [
      'days that changed places',
      ["update audit_days set day = '2026-11-19' where day = '2026-11-21'"],
      /^2026-11-(19|20) .*(missing|order)/,
    ],
    [
      'a seal over another digest',
      [
        'delete from audit_events where id = 1',
        "update audit_days set first_id = 2, events = 2 where day = '2026-11-20'",
      ],
      /^2026-11-20 .*another day/,
    ],
    ['a seal that is not ours', ["update audit_days set seal = 'x'"], /^2026-11-20 .*not ours/],
    [
      'an event removed before its day is over',
      ['delete from audit_events where id = 10'],
      /^2026-11-21 .*after the last sealed/,
    ],
    [
      'every sealed day, with its events',
      ['delete from audit_days', 'delete from audit_events where id <= 8'],
      /its beginning is missing/,
    ],
    [
      'the last events removed',
      ['delete from audit_events where id > 10'],
      /^2026-11-21 .*after the last sealed/,
    ],
  ];
  test.each(changes)('names the day of: %s', async (_, statements, found) => {
    await tamper(...statements);
    expect(await problems()).toEqual(found ? [expect.stringMatching(found)] : []);
  });

  test('names the day of an event that was deleted before its seal', async () => {
    await tamper('delete from audit_events where id = 10');
    world.advance(DAY);
    await sealDays(now());
    expect(await problems()).toEqual([expect.stringMatching(/^2026-11-22 .*missing when/)]);
  });
});

test('events and sealed days can be neither changed nor deleted by a plain statement', async () => {
  await threeDays();
  for (const statement of [
    "update audit_events set actor = 'otra' where id = 1",
    'delete from audit_events where id = 10',
    "update audit_days set events = 1 where day = '2026-11-20'",
    'delete from audit_days',
  ]) {
    await expect(getDb().client.execute(statement), statement).rejects.toThrow(/only|stays/);
  }
});

test('expired events are deleted by whole days, and the check still detects a deletion among the rest', async () => {
  await threeDays();
  world.advance((retentionDays.refusal - 2) * DAY + 2000);
  await jobs.accounts(now());
  const left = () => getDb().read.$count(auditEvents, eq(auditEvents.action, 'session.refused'));
  expect(await left()).toBe(2);
  expect(await problems()).toEqual([]);
  world.advance((retentionDays.auditEvent - retentionDays.refusal) * DAY);
  await jobs.accounts(now());
  expect([await left(), await getDb().read.$count(auditEvents)]).toEqual([1, 7]);
  expect(await problems()).toEqual([]);
  await tamper("delete from audit_events where action <> 'session.refused' and id < 9");
  expect(await problems()).toEqual([expect.stringMatching(/^2026-11-21 .*removed/)]);
});

test('a trail from which events were deleted before its first seal is accepted as it is', async () => {
  await put(2);
  await put(2, 'session.refused');
  await tamper('delete from audit_events where id in (2, 3)');
  world.advance(DAY);
  await put(1);
  world.advance(DAY);
  await sealDays(now());
  expect(await days()).toMatchObject([{ events: 1, refusals: 1 }, { events: 1 }]);
  expect(await problems()).toEqual([]);
});

test('seals are renewed under a new APP_SECRET while the previous one is still set', async () => {
  await threeDays();
  const before = await days();
  Object.assign(getEnv(), { appSecret: SECRET, previousAppSecrets: ['x'.repeat(40)] });
  expect(await problems()).toEqual([]);
  await sealDays(now());
  const after = await days();
  expect(after.map(({ digest }) => digest)).toEqual(before.map(({ digest }) => digest));
  expect(after.map(({ seal }) => seal)).not.toEqual(before.map(({ seal }) => seal));
  Object.assign(getEnv(), { previousAppSecrets: [] });
  expect(await problems()).toEqual([]);
  Object.assign(getEnv(), { appSecret: 'z'.repeat(40) });
  expect(await problems()).toEqual([expect.stringMatching(/^2026-11-20 .*not ours/)]);
});
