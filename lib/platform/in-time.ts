import { setTimeout as sleep } from 'node:timers/promises';

/** The result of `work`, or an error with the reason `timeout` after `ms`; the work itself goes on. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const done = new AbortController();
  const late = sleep(ms, undefined, { signal: done.signal }).then(() => {
    throw Object.assign(new Error(`no result within ${ms} ms`), { reason: 'timeout' });
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => done.abort());
}
