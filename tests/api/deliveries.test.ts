import { describe, expect, test } from 'vitest';
import type { DeliveryKind } from '#lib/domain/deliveries/schema.ts';
import { onWake } from '#lib/domain/deliveries/wake.ts';
import { createWorker, type DeliveryHandler } from '#lib/domain/deliveries/worker.ts';
import { withdrawDeliveries } from '#lib/domain/deliveries/writes/queue.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { HOUR, MINUTE, SECOND } from '#lib/platform/process/durations.ts';
import { enqueue, enqueueUnchecked, mailSubjectHandler } from '#tests/support/enqueue.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const resend = forEachTest(() => startResend());
const world = worldForTest();

const worker = (handler: DeliveryHandler = mailSubjectHandler(resend), options = {}) =>
  createWorker({ handlers: { mail: handler }, random: () => 0.5, ...options });

const subjects = () => resend.received.map((m) => m.subject);

describe('deliveries', () => {
  test('are one mail each under one key, although the provider fails five times and hangs once', async () => {
    await enqueue('a');
    await enqueue('b');
    const w = worker();
    resend.failNext({ how: 'status', status: 500 }, 5);
    resend.failNext({ how: 'late', ms: 1500 });
    for (const wait of [0, 2, 10, 30, 120]) {
      world.advance(wait * SECOND);
      await w.drain();
    }
    expect((await queuedDeliveries()).map((r) => r.state)).toEqual(['sent', 'sent']);
    expect(resend.received).toHaveLength(2);
    expect(resend.requests.length).toBeGreaterThan(7);
    expect(new Set(resend.requests.map((r) => r.key)).size).toBe(2);
  });

  test('keep the order of their partition while other partitions go on', async () => {
    await enqueue('a', 1);
    await enqueue('a', 2);
    await enqueue('a', 3);
    await enqueue('b', 4);
    resend.failNext({ how: 'status', status: 503 });
    const w = worker(mailSubjectHandler(resend), { parallel: 1 });
    await w.drain();
    expect(subjects()).toEqual(['{"n":4}']);
    world.advance(2 * SECOND);
    await w.drain();
    expect(subjects()).toEqual(['{"n":4}', '{"n":1}', '{"n":2}', '{"n":3}']);
  });

  test('are dead after 12 attempts with growing waits, and then the next of their partition is sent', async () => {
    await enqueue('a', 1);
    await enqueue('a', 2);
    const w = worker(async (payload) => {
      if (JSON.stringify(payload) === '{"n":1}') throw new Error('juan@ejemplo.cl broke it');
    });
    const start = world.now();
    for (let tries = 1; tries <= 12; tries++) {
      await w.step();
      const [first] = await queuedDeliveries();
      expect(first?.attempts).toBe(tries);
      if (first?.dueAt) world.advance(first.dueAt - world.now());
    }
    await w.drain();
    expect(await queuedDeliveries()).toMatchObject([
      { state: 'dead', attempts: 12, lastError: 'Error', settledAt: world.now() },
      { state: 'sent', attempts: 1, lastError: null },
    ]);
    expect((world.now() - start) / HOUR).toBeCloseTo(34.71, 2);
  });

  test('are dead at once when the provider refuses them, with its reason', async () => {
    await enqueue('a');
    resend.failNext({ how: 'status', status: 422, message: 'b@c.cl is not valid' });
    await worker().drain();
    expect(await queuedDeliveries()).toMatchObject([
      { state: 'dead', lastError: 'validation_error 422' },
    ]);
  });

  test('wait without using up attempts while nothing is configured', async () => {
    await enqueue('a');
    let configured = false;
    const w = worker(async () => {
      if (!configured) throw new AppError('not_configured');
    });
    for (let i = 0; i < 30; i++) {
      await w.drain();
      world.advance(5 * MINUTE);
    }
    expect(await queuedDeliveries()).toMatchObject([
      { state: 'waiting', attempts: 0, lastError: 'not_configured' },
    ]);
    configured = true;
    await w.drain();
    expect(await queuedDeliveries()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });

  test('behind a withdrawn one are sent', async () => {
    await enqueue('a', 1, 'withdrawn');
    await enqueue('a', 2);
    const withdrawn = { partition: 'a', kind: 'withdrawn' as DeliveryKind, now: world.now() };
    const gone = await getDb().write((tx) => withdrawDeliveries(tx, withdrawn));
    expect(gone).toEqual([{ n: 1 }]);
    await worker().drain();
    expect(subjects()).toEqual(['{"n":2}']);
  });

  test('wake a worker once for each write, and not for one that is rolled back', async () => {
    let rung = 0;
    onWake(() => {
      rung++;
    });
    const queue = (n: number) => (tx: Tx) =>
      enqueueUnchecked(tx, { partition: `a${n}`, kind: 'test', payload: { n }, now: world.now() });
    await expect(
      getDb().write(async (tx) => {
        await queue(1)(tx);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(rung).toBe(0);
    await getDb().write(async (tx) => {
      await queue(2)(tx);
      await queue(3)(tx);
    });
    expect(rung).toBe(1);
    await getDb().write((tx) => tx.delete(deliveries));
    expect(rung).toBe(1);
  });
});
