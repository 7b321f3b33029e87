import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Lasting, Tx, Write } from '#lib/platform/db/database.ts';
import { faultOf } from '#lib/platform/db/faults.ts';
import type { FileWrites } from '#lib/platform/db/file/file-writes.ts';
import { findMetrics } from '#lib/platform/metrics/metrics.ts';

/** One commit has no more writes than this. More would make the first of them wait too long. */
const TOGETHER = 64;

type Options = {
  ready: Promise<unknown>;
  /** Returns the error for the callers when a whole transaction fails, and may repair its cause. */
  explain: (error: unknown) => unknown;
  /** Runs after a commit and before it is reported. It throws when the commit does not count. */
  confirm: () => void;
};

type Job = {
  run: (tx: Tx) => Promise<void>;
  settle: (failure?: { error: unknown }) => void;
  flush: boolean;
  since: number;
};

/** Runs one at a time. Up to `TOGETHER` share a commit and its flush, each in a savepoint. */
export function createWriteQueue(
  writes: FileWrites,
  { ready, explain, confirm }: Options,
): { write: Write; settled: () => Promise<void>; queued: () => number } {
  let waiting: Job[] = [];
  let draining: Promise<void> | undefined;

  async function drain(): Promise<void> {
    await ready;
    while (waiting.length > 0) {
      // Work is synchronous, so without this turn of the loop no second write ever joins.
      await nextTurn();
      const jobs = waiting.slice(0, TOGETHER);
      waiting = waiting.slice(TOGETHER);
      measureWaits(jobs);
      await runTogether(writes, jobs, { explain, confirm });
    }
    draining = undefined;
  }

  return {
    write: <T>(work: (tx: Tx) => Promise<T>, { flush = true }: Lasting = {}) =>
      new Promise<T>((resolve, reject) => {
        let answer = () => {};
        const run = async (tx: Tx) => {
          const value = await work(tx);
          answer = () => resolve(value);
        };
        const settle: Job['settle'] = (failure) => (failure ? reject(failure.error) : answer());
        waiting.push({ run, settle, flush, since: performance.now() });
        draining ??= drain();
      }),
    settled: async () => draining,
    queued: () => waiting.length,
  };
}

function measureWaits(jobs: Job[]): void {
  const metrics = findMetrics();
  if (!metrics) return;
  const started = performance.now();
  for (const { since } of jobs) metrics.writeWaited((started - since) / 1000);
}

async function runTogether(
  writes: FileWrites,
  jobs: Job[],
  { explain, confirm }: Pick<Options, 'explain' | 'confirm'>,
): Promise<void> {
  const failures = new Map<Job, { error: unknown }>();
  try {
    writes.begin({ flush: jobs.some(({ flush }) => flush) });
    for (const job of jobs) {
      await writes.apart(job.run).catch((error: unknown) => {
        // When SQLite rolled back all of it, what follows would commit on its own.
        if (faultOf(error) || !writes.isUnderWay()) throw error;
        failures.set(job, { error });
      });
    }
    if (failures.size === jobs.length) writes.rollback();
    else await writes.commit();
    confirm();
  } catch (thrown) {
    const error = explain(thrown);
    for (const job of jobs) if (!failures.has(job)) failures.set(job, { error });
  }
  for (const job of jobs) job.settle(failures.get(job));
}
