import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '#lib/platform/operations/errors.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/** Compares the password with `encoded`, or hashes it if `encoded` is null. */
export type HashJob = {
  encoded: string | null;
  password: string;
  cost: { algorithm: number; memoryCost: number; timeCost: number; parallelism: number };
};

type PendingHash = {
  job: HashJob;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
};
type Thread = { worker: Worker; runningJobs: Map<number, PendingHash> };
type Pool = { threads: Thread[]; waiting: PendingHash[]; lastId: number };

const LONGEST_QUEUE = 200;
/** Jobs per thread. With two, a thread continues without waiting for a busy main thread. */
const PER_THREAD = 2;

/**
 * Runs argon2 on threads of low priority, one less than there are cores. Throws `unavailable` when
 * 200 jobs wait.
 */
export function runHash(job: HashJob): Promise<unknown> {
  const pool = singleton<Pool>('hash-pool', () => ({ threads: [], waiting: [], lastId: 0 }));
  if (pool.waiting.length >= LONGEST_QUEUE) {
    return Promise.reject(new AppError('unavailable', { retryAfter: 10 }));
  }
  return new Promise((resolve, reject) => {
    pool.waiting.push({ job, resolve, reject });
    dispatch(pool);
  });
}

function dispatch(pool: Pool): void {
  while (pool.waiting.length > 0) {
    const thread = freeThread(pool);
    const nextJob = thread && pool.waiting.shift();
    if (!nextJob) return;
    pool.lastId += 1;
    thread.runningJobs.set(pool.lastId, nextJob);
    thread.worker.ref();
    thread.worker.postMessage({ id: pool.lastId, job: nextJob.job });
  }
}

function freeThread(pool: Pool): Thread | undefined {
  const [idlest] = pool.threads.toSorted((a, b) => a.runningJobs.size - b.runningJobs.size);
  if (idlest?.runningJobs.size === 0) return idlest;
  if (pool.threads.length < Math.max(2, availableParallelism() - 1)) return startThread(pool);
  return idlest && idlest.runningJobs.size < PER_THREAD ? idlest : undefined;
}

function startThread(pool: Pool): Thread {
  // The bundler of Next finds the file only in this form. Node runs it unbundled.
  const file = join(process.cwd(), 'lib/platform/security/password-thread.ts');
  const thread: Thread = { worker: new Worker(file, { execArgv: [] }), runningJobs: new Map() };
  pool.threads.push(thread);
  thread.worker.unref();
  thread.worker.on('message', ({ id, value, failed }) => {
    const pending = thread.runningJobs.get(id);
    thread.runningJobs.delete(id);
    if (thread.runningJobs.size === 0) thread.worker.unref();
    if (failed) pending?.reject(new Error('argon2 failed'));
    else pending?.resolve(value);
    dispatch(pool);
  });
  thread.worker.on('error', (error) => endThread(pool, thread, error));
  thread.worker.on('exit', () => endThread(pool, thread, new Error('hash thread ended')));
  return thread;
}

/** Rejects the jobs that an ended thread had begun. Waiting jobs go to other threads. */
function endThread(pool: Pool, thread: Thread, error: Error): void {
  const pending = [...thread.runningJobs.values()];
  thread.runningJobs.clear();
  pool.threads = pool.threads.filter((candidate) => candidate !== thread);
  for (const { reject } of pending) reject(error);
  dispatch(pool);
}
