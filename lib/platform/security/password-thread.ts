import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashJob } from '#lib/platform/security/hash-pool.ts';

/** Lowers the priority of this thread. Only Linux has priorities of threads. */
if (process.platform === 'linux') setPriority(19);

parentPort?.on('message', ({ id, job }: { id: number; job: HashJob }) => {
  try {
    const { encoded, password } = job;
    const value = encoded === null ? hashSync(password, job.cost) : verifySync(encoded, password);
    parentPort?.postMessage({ id, value });
  } catch {
    // The error of the library could quote the password.
    parentPort?.postMessage({ id, failed: true });
  }
});
