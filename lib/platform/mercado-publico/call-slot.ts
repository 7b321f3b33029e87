import { setTimeout as sleep } from 'node:timers/promises';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import { getCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { endLease, readLease, takeLease } from '#lib/platform/process/leases.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { withTimeout } from '#lib/platform/process/timeout.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/**
 * How long a query waits, and with what priority. An `isBackground` query lets those of people go
 * first. An `isUnlisted` query may use only a share of the daily quota.
 */
export type QueryOptions = {
  /** Time on the clock of `performance.now()`, in ms. */
  deadline: number;
  isBackground?: boolean;
  isUnlisted?: boolean;
  signal?: AbortSignal;
};

export function timeLeft({ deadline }: QueryOptions): number {
  return deadline - performance.now();
}

/** Interval (ms) at which a waiting process checks whether another one has released the slot. */
const LOOK_MS = 250;

type SlotRequest<T> = {
  key: string;
  queryOptions: QueryOptions;
  /** Runs while waiting. Returns the result if another process has fetched it by now. */
  lookAgain: () => Promise<T | null>;
  /** Runs in the transaction that takes the slot. An error releases the slot again. */
  admit?: (tx: Tx) => Promise<void>;
};

/**
 * Waits for the slot of `key`: one call per key runs at a time, in all processes together. Returns
 * the result of `lookAgain` if there is one by then. Throws `MarketplaceFailure` `no_slot` or
 * `stopped`.
 */
export async function takeCallSlot<T>(
  request: SlotRequest<T>,
): Promise<{ found: T } | { end: (pauseMs: number) => Promise<void> }> {
  const { key, queryOptions, lookAgain, admit } = request;
  const lease = { name: `marketplace:${key}`, ms: getCallTimes().attemptTimeoutMs + 2000 };
  const leave = await joinCallQueue(key, queryOptions);
  const owner = randomId();
  const take = () =>
    getDb().write(async (tx) => {
      if (!(await takeLease(lease, owner, tx))) return false;
      await admit?.(tx);
      return true;
    });
  try {
    for (;;) {
      const answer = await lookAgain();
      if (answer !== null) {
        leave();
        return { found: answer };
      }
      const holder = await readLease(lease);
      if (!holder && (await take())) break;
      const restMs = holder?.isHeld ? Math.min(holder.restMs, LOOK_MS) : holder?.restMs;
      await pause(Math.max(restMs ?? 0, 10), queryOptions);
    }
  } catch (error) {
    leave();
    throw error;
  }
  return {
    end: async (pauseMs) => {
      await endLease(lease, owner, pauseMs);
      leave();
    },
  };
}

async function pause(ms: number, queryOptions: QueryOptions): Promise<void> {
  if (timeLeft(queryOptions) <= 0 || ms > timeLeft(queryOptions) + LOOK_MS) {
    throw new MarketplaceFailure('no_slot');
  }
  await sleepOn(Math.min(ms, timeLeft(queryOptions) + 1), queryOptions);
}

/** Waits `ms`. Throws `stopped` when `signal` aborts. */
export async function sleepOn(ms: number, { signal }: QueryOptions): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw new MarketplaceFailure('stopped');
  });
}

type Queue = { length: number; last: Promise<unknown> };

/**
 * Waits for earlier calls of this process and returns the function that leaves the queue. Throws
 * `no_slot` if its turn would come too late or if a background call is not the first, `stopped` if
 * `signal` aborts.
 */
async function joinCallQueue(key: string, queryOptions: QueryOptions): Promise<() => void> {
  const queue = queueOf(key);
  const isTooLong = queue.length * getCallTimes().gapMs > timeLeft(queryOptions);
  if (isTooLong || (queryOptions.isBackground && queue.length > 0))
    throw new MarketplaceFailure('no_slot');
  const previous = queue.last;
  let release = () => {};
  const turn = new Promise<void>((resolve) => {
    release = resolve;
  });
  queue.last = Promise.all([previous, turn]);
  queue.length += 1;
  const leave = () => {
    queue.length -= 1;
    release();
  };
  const isOurs = previous.then(() => true);
  const onTimeout = () => false;
  if (await withTimeout(isOurs, timeLeft(queryOptions), onTimeout, queryOptions.signal))
    return leave;
  leave();
  throw new MarketplaceFailure(queryOptions.signal?.aborted ? 'stopped' : 'no_slot');
}

function queueOf(key: string): Queue {
  const queues = singleton('marketplace-queues', () => new Map<string, Queue>());
  const queue = queues.get(key) ?? { length: 0, last: Promise.resolve() };
  queues.set(key, queue);
  return queue;
}
