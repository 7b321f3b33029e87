import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { faultOf } from '#lib/platform/db/faults.ts';
import { findMetrics } from '#lib/platform/metrics/metrics.ts';

export type Tx = Parameters<Parameters<LibSQLDatabase['transaction']>[0]>[0];

export type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

export type WriteOne = <T extends object>(statement: SQL) => Promise<T[]>;

type Options = {
  together: number;
  /** Writes wait until this has settled. */
  ready: Promise<unknown>;
  /** What the callers get when a whole transaction fails; may mend what made it fail. */
  explain: (error: unknown) => Promise<unknown>;
  /** Called after a commit and before anybody hears of it; throws when it does not count. */
  confirm: () => void;
};

type Job = {
  run: (tx: Tx) => Promise<void>;
  settle: (failure?: { error: unknown }) => void;
  since: number;
};

/**
 * Runs writes one at a time, each in an immediate transaction. Up to `together` that wait at the
 * same moment share one commit, and so one flush to the disk: each is a savepoint of its own, and
 * none is answered before the commit.
 */
export function createWriteQueue(
  orm: LibSQLDatabase,
  { together, ready, explain, confirm }: Options,
): { write: Write; settled: () => Promise<void>; queued: () => number } {
  let waiting: Job[] = [];
  let draining: Promise<void> | undefined;

  async function drain(): Promise<void> {
    await ready;
    while (waiting.length > 0) {
      // libSQL works synchronously: without this turn of the loop no second write ever joins.
      if (together > 1) await nextTurn();
      const jobs = waiting.slice(0, together);
      waiting = waiting.slice(together);
      measureWaits(jobs);
      await runTogether(orm, jobs, { explain, confirm });
    }
    draining = undefined;
  }

  return {
    write: <T>(work: (tx: Tx) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        let answer = () => {};
        const run = async (tx: Tx) => {
          const value = await work(tx);
          answer = () => resolve(value);
        };
        const settle: Job['settle'] = (failure) => (failure ? reject(failure.error) : answer());
        waiting.push({ run, settle, since: performance.now() });
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
  orm: LibSQLDatabase,
  jobs: Job[],
  { explain, confirm }: Pick<Options, 'explain' | 'confirm'>,
): Promise<void> {
  const failures = new Map<Job, { error: unknown }>();
  const [only] = jobs;
  try {
    await orm.transaction(
      async (tx) => {
        if (only && jobs.length === 1) return only.run(tx);
        for (const job of jobs) {
          await tx
            .transaction((savepoint) => job.run(savepoint))
            .catch((error: unknown) => {
              // SQLite may have rolled back all of it: what follows would commit on its own.
              if (faultOf(error)) throw error;
              failures.set(job, { error });
            });
        }
      },
      { behavior: 'immediate' },
    );
    confirm();
  } catch (thrown) {
    const error = await explain(thrown).catch(() => thrown);
    for (const job of jobs) if (!failures.has(job)) failures.set(job, { error });
  }
  for (const job of jobs) job.settle(failures.get(job));
}
