import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx, Write, WriteOptions } from '#lib/platform/db/database.ts';
import { faultOf } from '#lib/platform/db/faults.ts';
import type { FileWrites } from '#lib/platform/db/file/file-writes.ts';
import { findMetrics } from '#lib/platform/metrics/metrics.ts';

/** Maximum number of writes in one commit. With more, the first write would wait too long. */
const MAX_PER_COMMIT = 64;

type Options = {
  ready: Promise<unknown>;
  /**
   * Returns the error that callers get when the whole transaction fails. It may also close a broken
   * connection.
   */
  explain: (error: unknown) => unknown;
  /**
   * Runs after a commit and before callers learn of it. Throws when the file with the commit was
   * replaced.
   */
  confirm: () => void;
};

type Job = {
  run: (tx: Tx) => Promise<void>;
  settle: (failure?: { error: unknown }) => void;
  flush: boolean;
  queuedAt: number;
};

/**
 * Runs writes one after the other. Up to `MAX_PER_COMMIT` of them share a commit and its flush to
 * the disk, each in a savepoint of its own.
 */
export function createWriteQueue(
  writes: FileWrites,
  { ready, explain, confirm }: Options,
): { write: Write; whenSettled: () => Promise<void>; countQueued: () => number } {
  let waitingJobs: Job[] = [];
  let draining: Promise<void> | undefined;

  async function drain(): Promise<void> {
    await ready;
    while (waitingJobs.length > 0) {
      // SQLite's calls are synchronous, so further writes can join only during this turn of the
      // event loop.
      await nextTurn();
      const jobs = waitingJobs.slice(0, MAX_PER_COMMIT);
      waitingJobs = waitingJobs.slice(MAX_PER_COMMIT);
      measureWaits(jobs);
      await runTogether(writes, jobs, { explain, confirm });
    }
    draining = undefined;
  }

  return {
    write: <T>(work: (tx: Tx) => Promise<T>, { flush = true }: WriteOptions = {}) =>
      new Promise<T>((resolve, reject) => {
        let answer = () => {};
        const run = async (tx: Tx) => {
          const value = await work(tx);
          answer = () => resolve(value);
        };
        const settle: Job['settle'] = (failure) => (failure ? reject(failure.error) : answer());
        waitingJobs.push({ run, settle, flush, queuedAt: performance.now() });
        draining ??= drain();
      }),
    whenSettled: async () => draining,
    countQueued: () => waitingJobs.length,
  };
}

function measureWaits(jobs: Job[]): void {
  const metrics = findMetrics();
  if (!metrics) return;
  const started = performance.now();
  for (const { queuedAt } of jobs) metrics.observeWriteWait((started - queuedAt) / 1000);
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
      await writes.runInSavepoint(job.run).catch((error: unknown) => {
        // If SQLite rolled back the transaction itself, later statements would be committed one by
        // one.
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
