import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashJob } from '#lib/platform/hash-pool.ts';

/**
 * A thread that hashes and yields the processor to requests. Run by hash-pool.ts, never imported.
 * Only on Linux is a priority the thread's own; elsewhere it would be the process's.
 */
if (process.platform === 'linux') setPriority(19);

parentPort?.on('message', ({ id, job }: { id: number; job: HashJob }) => {
  try {
    const { encoded, password } = job;
    const value = encoded === null ? hashSync(password, job.cost) : verifySync(encoded, password);
    parentPort?.postMessage({ id, value });
  } catch {
    // Messages of the library could quote what was hashed.
    parentPort?.postMessage({ id, failed: true });
  }
});
