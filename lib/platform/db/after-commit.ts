import type { Tx, Write } from '#lib/platform/db/database.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/** The jobs of each transaction. Next may load this module twice, so both copies share one map. */
const getJobs = () => singleton('after-commit', () => new WeakMap<Tx, Set<() => void>>());

/** Runs `job` once after `tx` is committed, even if it is added twice. A rollback discards it. */
export function afterCommit(tx: Tx, job: () => void): void {
  const jobs = getJobs();
  jobs.set(tx, (jobs.get(tx) ?? new Set()).add(job));
}

export function withAfterCommit(write: Write): Write {
  return async (work, options) => {
    let lastTx: Tx | undefined;
    const value = await write((tx) => {
      lastTx = tx;
      return work(tx);
    }, options);
    const jobs = lastTx && getJobs().get(lastTx);
    for (const job of jobs ?? []) job();
    return value;
  };
}
