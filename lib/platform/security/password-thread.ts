import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashJob } from '#lib/platform/security/hash-pool.ts';

/** Yields the processor to requests. Only on Linux is a priority the thread's own. */
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
