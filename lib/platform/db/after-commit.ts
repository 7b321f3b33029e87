import type { Tx, Write } from '#lib/platform/db/database.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/** Next may bundle requests and the code that opens the database apart. Both share this map. */
const jobsOf = () => singleton('after-commit', () => new WeakMap<Tx, Set<() => void>>());

/** Runs `job` once after `tx` is committed, however often it was added. A rollback drops it. */
export function afterCommit(tx: Tx, job: () => void): void {
  const jobs = jobsOf();
  jobs.set(tx, (jobs.get(tx) ?? new Set()).add(job));
}

export function withAfterCommit(write: Write): Write {
  return async (work, lasting) => {
    let last: Tx | undefined;
    const value = await write((tx) => {
      last = tx;
      return work(tx);
    }, lasting);
    const jobs = last && jobsOf().get(last);
    for (const job of jobs ?? []) job();
    return value;
  };
}
