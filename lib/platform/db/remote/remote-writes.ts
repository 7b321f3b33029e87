import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@libsql/client';
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import type { Tx, Write, WriteOne } from '#lib/platform/db/database.ts';
import { Outage, outageOf, unavailableError } from '#lib/platform/db/remote/outage.ts';
import type { RemoteTimes } from '#lib/platform/db/remote/remote-times.ts';
import { beginRemote, type RemoteTransaction } from '#lib/platform/db/remote/remote-transaction.ts';
import { wasCommitted } from '#lib/platform/db/write-outcomes.ts';
import { findMetrics } from '#lib/platform/metrics/metrics.ts';
import { createLimiter } from '#lib/platform/process/concurrency-limiter.ts';
import { log } from '#lib/platform/process/log.ts';

/** Number of writes that are sent at once: while one commits, the next has arrived. */
const MAX_WRITES = 8;
/** Maximum length of the queue. Further writes would have to wait too long. */
const MAX_WAITING = 500;

type WriteResult<T> = { value: T } | { outage: Outage };

/**
 * Returns functions that send up to `MAX_WRITES` writes at a time to a server, which runs them one
 * after the other. A transient failure is retried in a new transaction, so `work` may run more than
 * once; a permanent one becomes `unavailable`. After a commit without an answer the outcome is
 * looked up.
 */
export function createRemoteWrites(client: Client, times: RemoteTimes) {
  const timeoutError = () => refusal('a write waited too long');
  const slots = createLimiter(MAX_WRITES, { waitMs: times.turnMs, onTimeout: timeoutError });
  const runInTurn = async <T>(attempt: () => Promise<WriteResult<T>>): Promise<T> => {
    if (slots.countWaiting() >= MAX_WAITING) throw refusal('too many writes wait');
    const queuedAt = performance.now();
    return slots(() => {
      findMetrics()?.observeWriteWait((performance.now() - queuedAt) / 1000);
      return retryUntil(times, attempt);
    });
  };
  const write: Write = (work) => runInTurn(() => tryOnce(client, times, work));
  const writeOne: WriteOne = <T extends object>(statement: SQL) =>
    runInTurn(async (): Promise<WriteResult<T[]>> => {
      try {
        return { value: await drizzle({ client }).all<T>(statement) };
      } catch (error) {
        const outage = outageOf(error);
        if (!outage) throw error;
        return { outage };
      }
    });
  return { write, writeOne, countQueued: slots.countWaiting, whenSettled: slots.whenIdle };
}

/** Returns the error for a write that was refused before it began. */
function refusal(message: string) {
  return unavailableError(new Outage('no', new Error(message)));
}

async function retryUntil<T>(
  { retryMs }: RemoteTimes,
  attempt: () => Promise<WriteResult<T>>,
): Promise<T> {
  const deadline = performance.now() + retryMs;
  for (let tries = 1; ; tries++) {
    const result = await attempt();
    if ('value' in result) return result.value;
    const pauseMs = Math.random() * Math.min(20 * 2 ** tries, 1000);
    if (performance.now() + pauseMs > deadline) throw unavailableError(result.outage);
    await sleep(pauseMs);
  }
}

async function tryOnce<T>(
  client: Client,
  times: RemoteTimes,
  work: (tx: Tx) => Promise<T>,
): Promise<WriteResult<T>> {
  let transaction: RemoteTransaction | undefined;
  let result: { value: T } | undefined;
  const begin = async () => {
    transaction = await beginRemote(client);
    return transaction;
  };
  // Within a transaction drizzle calls only this method of its client.
  const orm = drizzle({ client: { transaction: begin } as unknown as Client });
  try {
    await orm.transaction(async (tx) => {
      result = { value: await work(tx) };
    });
  } catch (error) {
    const outage = outageOf(error);
    // A proxy may have sent COMMIT twice, so this error may be the answer to the second COMMIT.
    const unclearTransaction =
      transaction?.isCommitSent() && outage?.outcome !== 'no' ? transaction : null;
    if (!unclearTransaction || !(await wasApplied(client, times, unclearTransaction.outcomeId))) {
      if (!outage) throw error;
      return { outage };
    }
  }
  if (!result) throw new Error('a transaction without a result');
  return result;
}

/**
 * Returns whether the commit took effect. Throws `unavailable` if that cannot be found out in time.
 */
async function wasApplied(
  client: Client,
  { outcomeMs }: RemoteTimes,
  outcomeId: string,
): Promise<boolean> {
  const deadline = performance.now() + outcomeMs;
  for (;;) {
    try {
      return await wasCommitted(client, outcomeId);
    } catch (error) {
      if (!outageOf(error) || performance.now() > deadline) {
        log().error({ err: error }, 'a write may or may not have been committed');
        throw unavailableError(error);
      }
    }
    await sleep(100 + Math.random() * 400);
  }
}
