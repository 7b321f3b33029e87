import { setTimeout as sleep } from 'node:timers/promises';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { randomId } from '#lib/platform/ids.ts';
import { endLease, readLease, takeLease } from '#lib/platform/leases.ts';
import {
  joinCallQueue,
  type Patience,
  timeLeft,
} from '#lib/platform/mercado-publico/call-queue.ts';
import { MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import { timing } from '#lib/platform/mercado-publico/timing.ts';

/** While another process holds the slot we look again this often, ms. */
const LOOK_MS = 250;

type Wanted<T> = {
  key: string;
  patience: Patience;
  /** Asked while waiting: another process may have brought what we want. */
  lookAgain: () => Promise<T | null>;
  /** Runs in the transaction that takes the slot; throwing gives it up. */
  admit?: (tx: Tx) => Promise<void>;
};

/** One call at a time per key over all processes. Throws `no_slot`; `end` takes the pause, ms. */
export async function takeCallSlot<T>(
  wanted: Wanted<T>,
): Promise<{ found: T } | { end: (pauseMs: number) => Promise<void> }> {
  const { key, patience, lookAgain, admit } = wanted;
  const lease = { name: `marketplace:${key}`, ms: timing().tryMs + 2000 };
  const leave = await joinCallQueue(key, patience);
  const owner = randomId();
  const take = () =>
    getDb().write(async (tx) => {
      if (!(await takeLease(lease, owner, tx))) return false;
      await admit?.(tx);
      return true;
    });
  try {
    for (;;) {
      const found = await lookAgain();
      if (found !== null) {
        leave();
        return { found };
      }
      const taken = await readLease(lease);
      if (!taken && (await take())) break;
      const rest = taken?.held ? Math.min(taken.rest, LOOK_MS) : taken?.rest;
      await pause(Math.max(rest ?? 0, 10), patience);
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

async function pause(ms: number, patience: Patience): Promise<void> {
  if (timeLeft(patience) <= 0 || ms > timeLeft(patience) + LOOK_MS) {
    throw new MarketplaceFailure('no_slot');
  }
  const { signal } = patience;
  await sleep(Math.min(ms, timeLeft(patience) + 1), undefined, signal ? { signal } : {}).catch(
    () => {
      throw new MarketplaceFailure('stopped');
    },
  );
}
