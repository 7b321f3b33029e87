import { describe, expect, test } from 'vitest';
import { countFailuresByReason } from '#lib/domain/deliveries/reads.ts';
import { createWorker, type DeliveryHandler } from '#lib/domain/deliveries/worker.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { enqueue, enqueueUnchecked, recordingHandlers } from '#tests/support/enqueue.ts';
import { eventsOf, insertLead } from '#tests/support/leads.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const advisor = forEachTest(() => makeAdvisor());
const mails = forEachTest(async () => recordingHandlers());

const worker = () => createWorker({ handlers: mails.handlers, random: () => 0.5 });

async function again(
  action: 'retry' | 'resend',
  id: number | string,
  text?: string,
): Promise<string> {
  const response = await api(`/api/admin/deliveries/${id}/${action}`, {
    method: 'POST',
    cookies: advisor.cookies,
    ...(text && { json: { text } }),
  });
  const { message, error } = await response.json();
  return error ?? message;
}

async function retryAll(json: object = {}): Promise<number> {
  const response = await api('/api/admin/deliveries/retry-dead', {
    json,
    cookies: advisor.cookies,
  });
  return (await response.json()).data.retried;
}

describe('a dead delivery', () => {
  test('that is retried is sent before the later ones of its partition, and the retry is in the history', async () => {
    const lead = await insertLead();
    mails.failing.add(1);
    await enqueue(`lead:${lead}/mail`, 1);
    const w = worker();
    await w.drain();
    await enqueue(`lead:${lead}/mail`, 2);
    await enqueue(`lead:${lead}/mail`, 3);
    mails.failing.clear();
    expect(await again('retry', 1)).toBe('Lo intentamos de nuevo.');
    expect((await queuedDeliveries()).map(({ dueAt }) => dueAt !== null)).toEqual([
      true,
      false,
      false,
    ]);
    await w.drain();
    expect(mails.sent).toEqual([1, 2, 3]);
    expect((await queuedDeliveries()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    expect(await eventsOf(lead)).toEqual([
      { actor: advisor.id, kind: 'delivery', what: 'mail', how: 'retried' },
    ]);
  });

  test('of an erased lead is not retried with a note, but can be retried without one', async () => {
    const lead = await insertLead();
    mails.failing.add(1);
    await enqueue(`lead:${lead}/mail`, 1);
    await worker().drain();
    await getDb().write((tx) => tx.update(leads).set({ erasedAt: 1 }));
    expect(await again('retry', 1, 'Es de Ana')).toBe('not_found');
    expect([await eventsOf(lead), (await queuedDeliveries())[0]?.state]).toEqual([[], 'dead']);
    expect(await again('retry', 1)).toBe('Lo intentamos de nuevo.');
  });

  test('gets all its attempts again under the same key', async () => {
    mails.failing.add(1);
    await enqueue('a/mail', 1);
    await worker().drain();
    const [dead] = await queuedDeliveries();
    expect(dead).toMatchObject({ state: 'dead', attempts: 1, lastError: 'refused 422' });
    await again('retry', 1);
    const [alive] = await queuedDeliveries();
    expect(alive).toMatchObject({ state: 'waiting', attempts: 0, settledAt: null });
    expect(alive?.idempotencyKey).toBe(dead?.idempotencyKey);
  });

  test('is sent once although an advisor retries it several times', async () => {
    mails.failing.add(1);
    await enqueue('a/mail', 1);
    const w = worker();
    await w.drain();
    mails.failing.clear();
    await Promise.all([1, 2, 3].map(() => again('retry', 1)));
    await w.drain();
    expect(await again('retry', 1)).toBe('Ya está en camino.');
    await w.drain();
    expect(mails.sent).toEqual([1]);
  });

  test('that is retried while a later one is being sent comes before that one’s next attempt', async () => {
    mails.failing.add(1).add(2);
    await enqueue('a/mail', 1);
    await worker().drain();
    const release: (() => void)[] = [];
    const slow: DeliveryHandler = async (payload) => {
      await new Promise<void>((resolve) => release.push(resolve));
      if ((payload as { n: number }).n === 2 && release.length === 1) throw new Error('again');
      mails.sent.push((payload as { n: number }).n);
    };
    const w = createWorker({ handlers: { mail: slow }, random: () => 0.5 });
    await enqueue('a/mail', 2);
    const round = w.step();
    while (release.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await again('retry', 1);
    release[0]?.();
    await expect(round).resolves.toBe(1);
    expect((await queuedDeliveries()).map(({ dueAt }) => dueAt !== null)).toEqual([true, false]);
    const done = w.drain();
    while (mails.sent.length < 2) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      for (const resolve of release) resolve();
    }
    await done;
    expect(mails.sent).toEqual([1, 2]);
  });
});

describe('all dead deliveries', () => {
  test('are retried by kind or all together, also more than one batch, each partition in order', async () => {
    for (let n = 0; n < 1100; n++) mails.failing.add(n);
    await getDb().write(async (tx) => {
      for (let n = 0; n < 1100; n++) {
        const partition = `lead:${n % 400}/mail`;
        await enqueueUnchecked(tx, { partition, kind: 'mail', payload: { n }, now: world.now() });
      }
      await enqueueUnchecked(tx, {
        partition: 'x/mail',
        kind: 'gone',
        payload: {},
        now: world.now(),
      });
    });
    const w = worker();
    await w.drain();
    expect(await countFailuresByReason()).toMatchObject([
      { state: 'dead', kind: 'mail', reason: 'refused 422', total: 1100 },
      { state: 'waiting', kind: 'gone', total: 1 },
    ]);
    expect(await retryAll({ kind: 'other' })).toBe(0);
    expect(await retryAll({ kind: 'mail' })).toBe(1100);
    mails.failing.clear();
    await w.drain();
    expect(mails.sent).toHaveLength(1100);
    for (let partition = 0; partition < 400; partition++) {
      const own = mails.sent.filter((n) => n % 400 === partition);
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
    expect(await retryAll()).toBe(0);
  });
});

describe('a waiting delivery', () => {
  test('that lacks a setting is attempted at once, without using up an attempt', async () => {
    await enqueue('a/mail', 1, 'unset');
    const w = worker();
    await w.drain();
    expect(await queuedDeliveries()).toMatchObject([
      { state: 'waiting', lastError: 'not_configured' },
    ]);
    expect((await queuedDeliveries())[0]?.dueAt).toBeGreaterThan(world.now());
    expect(await again('retry', 1)).toBe('Lo intentamos de nuevo.');
    expect((await queuedDeliveries())[0]?.dueAt).toBe(world.now());
    expect(await again('retry', 1)).toBe('Ya está en camino.');
  });

  test('behind another one in its partition stays there', async () => {
    await enqueue('a/mail', 1, 'unset');
    await enqueue('a/mail', 2);
    expect(await again('retry', 2)).toBe('Ya está en camino.');
    expect((await queuedDeliveries())[1]?.dueAt).toBeNull();
  });
});

describe('resending', () => {
  test('sends a sent delivery once more under a new key, at most once a minute', async () => {
    const lead = await insertLead();
    await enqueue(`lead:${lead}/mail`, 1);
    const w = worker();
    await w.drain();
    await Promise.all([1, 2, 3].map(() => again('resend', 1)));
    await w.drain();
    expect(await again('resend', 1)).toBe('Ya está en camino.');
    expect(mails.sent).toEqual([1, 1]);
    const keys = (await queuedDeliveries()).map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(2);
    world.advance(61_000);
    expect(await again('resend', 2)).toBe('Lo enviamos otra vez.');
    await w.drain();
    expect(mails.sent).toEqual([1, 1, 1]);
    expect(await eventsOf(lead)).toHaveLength(2);
  });

  test('does nothing for a delivery that waits or does not exist', async () => {
    await enqueue('a/mail', 1);
    expect(await again('resend', 1)).toBe('Ya está en camino.');
    for (const id of [99, '0', 'x', '1e3']) {
      expect(await again('resend', id)).toBe('not_found');
      expect(await again('retry', id)).toBe('not_found');
    }
    expect(await queuedDeliveries()).toHaveLength(1);
  });
});
