import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { readNextDue } from '#lib/domain/deliveries/reads.ts';
import { createWorker, type DeliveryHandler } from '#lib/domain/deliveries/worker.ts';
import {
  claimDeliveries,
  releaseDeliveries,
  settleDeliveries,
} from '#lib/domain/deliveries/writes/queue.ts';
import { getDb, openDatabase } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { MINUTE, SECOND } from '#lib/platform/process/durations.ts';
import { enqueue, mailSubjectHandler } from '#tests/support/enqueue.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

/** A killed process would not live to see a time-out. */
const NEVER_MS = 2 ** 31 - 1;

const resend = forEachTest(() => startResend());
const world = worldForTest();

const worker = (handler: DeliveryHandler = mailSubjectHandler(resend), options = {}) =>
  createWorker({ handlers: { mail: handler }, random: () => 0.5, ...options });

const subjects = () => resend.received.map((m) => m.subject);

describe('deliveries', () => {
  // The first planned wait is 2 seconds.
  test.each([
    ['is shorter', 1, 2],
    ['is longer', 60, 60],
    ['is zero', 0, 2],
    ['is negative', -5, 2],
    ['is a date', 'Fri, 20 Nov 2026 16:00:00 GMT', 2],
    ['is nonsense', 'soon', 2],
    ['is endless', 'Infinity', 2],
    ['is huge', 1e9, 3600],
  ] as const)(
    'wait the planned time or longer when the Retry-After of the provider %s',
    async (_, retryAfter, seconds) => {
      await enqueue('a');
      resend.failNext({ how: 'status', status: 429, retryAfter });
      await worker().drain();
      expect(await queuedDeliveries()).toMatchObject([{ dueAt: world.now() + seconds * SECOND }]);
    },
  );

  test('are taken over under the same key when the lease of a stuck worker ends', async () => {
    await enqueue('a');
    const keys: string[] = [];
    let letGo = () => {};
    const stuck = worker(
      (_, { idempotencyKey }) =>
        new Promise<void>((resolve) => {
          keys.push(idempotencyKey);
          letGo = resolve;
        }),
    );
    const stuckStep = stuck.step();
    while (keys.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));

    const otherDb = openDatabase(`file:${world.dataDir}/resguardo.db`);
    const second = worker(
      async (_, { idempotencyKey }) => {
        keys.push(idempotencyKey);
      },
      { db: () => otherDb },
    );
    world.advance(29 * SECOND);
    expect(await second.step()).toBe(0);
    world.advance(SECOND);
    expect(await second.step()).toBe(1);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);

    const before = await queuedDeliveries();
    letGo();
    await stuckStep;
    expect(await queuedDeliveries()).toEqual(before);
    expect(before).toMatchObject([{ state: 'sent', attempts: 2 }]);
    await otherDb.close();
  });

  test('that the same worker claims again are not settled by its earlier attempt', async () => {
    await enqueue('a');
    const claim = () =>
      getDb().write((tx) =>
        claimDeliveries(tx, {
          owner: 'w',
          channel: 'mail',
          limit: 1,
          leaseMs: SECOND,
          now: world.now(),
        }),
      );
    const [first] = await claim();
    world.advance(SECOND);
    const [second] = await claim();
    if (!first || !second) throw new Error('nothing was claimed');
    const before = await queuedDeliveries();
    const verdict = { state: 'sent' } as const;
    const trace = { sentTo: null, providerId: null, sentText: null };
    const settle = (claimed: typeof first) =>
      getDb().write((tx) =>
        settleDeliveries(tx, {
          owner: 'w',
          settled: [{ claimed, verdict, trace }],
          now: world.now(),
        }),
      );
    await settle(first);
    await getDb().write((tx) =>
      releaseDeliveries(tx, { owner: 'w', claims: [first], now: world.now() }),
    );
    expect(await queuedDeliveries()).toEqual(before);
    await settle(second);
    expect(await queuedDeliveries()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('of one database are shared by two workers, and each is sent once', async () => {
    for (let i = 0; i < 40; i++) await enqueue(`partition ${i % 20}`, i);
    const otherDb = openDatabase(`file:${world.dataDir}/resguardo.db`);
    const sent: string[] = [];
    const note: DeliveryHandler = async (payload) => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      sent.push(JSON.stringify(payload));
    };
    const first = worker(note, { parallel: 4 });
    const second = worker(note, { parallel: 4, db: () => otherDb });
    for (let i = 0; i < 20; i++) {
      await first.step();
      await second.step();
    }
    expect([sent.length, new Set(sent).size]).toEqual([40, 40]);
    await otherDb.close();
  });

  test('leave soon after their commit, and a worker that stops releases what it was sending', async () => {
    let hold = false;
    const seen: string[] = [];
    const w = worker(
      async (payload) => {
        seen.push(JSON.stringify(payload));
        if (hold) await new Promise(() => {});
      },
      { graceMs: 50 },
    );
    w.start();
    await enqueue('a', 1);
    await expect.poll(async () => (await queuedDeliveries())[0]?.state).toBe('sent');
    hold = true;
    await enqueue('a', 2);
    await expect.poll(() => seen.length).toBe(2);
    await w.stop();
    expect(await queuedDeliveries()).toMatchObject([
      { state: 'sent' },
      { state: 'waiting', attempts: 0, leaseOwner: null, dueAt: world.now() },
    ]);
  });

  test('are found again when the first of their partition was deleted by hand', async () => {
    await enqueue('a', 1);
    await enqueue('a', 2);
    await getDb().write((tx) => tx.delete(deliveries).where(eq(deliveries.id, 1)));
    const w = worker();
    await w.drain();
    expect(resend.received).toHaveLength(0);
    w.start();
    await expect.poll(() => resend.received.length).toBe(1);
    await w.stop();
  });

  test('have a next due time only while one waits', async () => {
    const next = async () => (await readNextDue(getDb().read)).mail;
    expect(await next()).toBeNull();
    await enqueue('a');
    expect(await next()).toBe(world.now());
    await worker().drain();
    expect(await next()).toBeNull();
  });

  test('of the mail channel leave while those of the CRM hang', async () => {
    for (let n = 0; n < 20; n++) await enqueue(`lead:${n}/crm`, n, 'crm');
    await enqueue('lead:1/mail', 99);
    let requestCount = 0;
    const hang: DeliveryHandler = () => {
      requestCount += 1;
      return new Promise(() => {});
    };
    const w = createWorker({
      handlers: { mail: mailSubjectHandler(resend), crm: hang },
      graceMs: 10,
    });
    w.start();
    await expect.poll(subjects).toEqual(['{"n":99}']);
    expect(requestCount).toBe(8);
    await w.stop();
    // The CRM may have received those that were stopped.
    expect(
      (await queuedDeliveries()).filter((r) => r.state === 'waiting').map((r) => r.attempts),
    ).toEqual(Array.from({ length: 20 }, (_, n) => (n < 8 ? 1 : 0)));
  });

  test('of a channel wait without using up attempts while the provider asks for a pause', async () => {
    for (let n = 0; n < 20; n++) await enqueue(`lead:${n}/crm`, n, 'crm');
    await enqueue('lead:1/mail', 99);
    let closed = true;
    let requestCount = 0;
    const crm: DeliveryHandler = async () => {
      requestCount += 1;
      const more = { reason: 'shut', isUncounted: true, pausesChannel: true, retryAfter: MINUTE };
      if (closed) throw Object.assign(new Error(), more);
    };
    const w = createWorker({ handlers: { mail: mailSubjectHandler(resend), crm } });
    await w.drain();
    expect([requestCount, subjects()]).toEqual([8, ['{"n":99}']]);
    world.advance(MINUTE - 1);
    await w.drain();
    expect(requestCount).toBe(8);
    expect((await queuedDeliveries()).filter(({ attempts }) => attempts > 0)).toHaveLength(1);
    closed = false;
    world.advance(1);
    await w.drain();
    expect(
      (await queuedDeliveries()).every(({ state, attempts }) => state === 'sent' && attempts === 1),
    ).toBe(true);
  });

  test('that crash the process at each of 12 attempts end as dead', async () => {
    await enqueue('a');
    for (let i = 0; i < 12; i++) {
      void worker(() => new Promise(() => {}), { timeoutMs: NEVER_MS }).step();
      await expect.poll(async () => (await queuedDeliveries())[0]?.attempts).toBe(i + 1);
      world.advance(30 * SECOND);
    }
    await worker().drain();
    expect(await queuedDeliveries()).toMatchObject([{ state: 'dead', lastError: 'interrupted' }]);
    expect(resend.requests).toHaveLength(0);
  });
});
