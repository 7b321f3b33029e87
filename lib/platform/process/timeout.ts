import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for `work` until `ms` have passed or `signal` aborts, and then returns or throws what
 * `onTimeout` does. By default it throws an error with the reason `timeout`. `work` itself
 * continues.
 */
export async function withTimeout<T, L = never>(
  work: Promise<T>,
  ms: number,
  onTimeout: () => L = throwTimeout,
  signal?: AbortSignal,
): Promise<T | L> {
  const finished = new AbortController();
  const end = signal ? AbortSignal.any([finished.signal, signal]) : finished.signal;
  const deadline = sleep(Math.max(0, ms), undefined, { signal: end }).catch(() => undefined);
  return Promise.race([work, deadline.then(onTimeout)]).finally(() => finished.abort());
}

function throwTimeout(): never {
  throw Object.assign(new Error('no result in time'), { reason: 'timeout' });
}
