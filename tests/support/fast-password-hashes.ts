import { hashSync, verifySync } from '@node-rs/argon2';
import { forget, singleton } from '#lib/platform/process/singleton.ts';
import type { HashJob } from '#lib/platform/security/hash-pool.ts';

const known = new Map<string, unknown>();

/**
 * Runs argon2 only once per password and process, and not on the product's threads, which have a
 * low priority: nearly every test has an account. `forget('hash-pool')` restores the product's
 * threads.
 */
export function cacheHashes(): void {
  forget('hash-pool');
  // The pool has more threads than the product's longest queue, so no job waits for another.
  singleton('hash-pool', () => ({ threads: Array.from({ length: 300 }, makeThread), waiting: [] }));
}

let held: { password: string; begin: () => void; over: Promise<void> } | undefined;

/** Holds comparisons with this password until `release`. `begun` resolves with the first. */
export function pausePasswordComparison(password: string) {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: over, resolve } = Promise.withResolvers<void>();
  held = { password, begin, over };
  const release = () => {
    held = undefined;
    resolve();
  };
  return { begun, release };
}

type Answer = { resolve: (value: unknown) => void; failed: (error: Error) => void };

function makeThread() {
  const runningJobs = new Map<number, Answer>();
  const postMessage = async ({ id, job }: { id: number; job: HashJob }) => {
    if (job.encoded !== null && job.password === held?.password) {
      held.begin();
      await held.over;
    }
    setImmediate(() => {
      const answer = runningJobs.get(id);
      runningJobs.delete(id);
      try {
        answer?.resolve(hashed(job));
      } catch {
        answer?.failed(new Error('argon2 failed'));
      }
    });
  };
  return { runningJobs, worker: { postMessage, ref: () => undefined, unref: () => undefined } };
}

function hashed(job: HashJob): unknown {
  const { encoded, password, cost } = job;
  const key = JSON.stringify(job);
  const value =
    known.get(key) ?? (encoded === null ? hashSync(password, cost) : verifySync(encoded, password));
  known.set(key, value);
  return value;
}
