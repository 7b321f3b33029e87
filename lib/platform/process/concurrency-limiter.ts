type WaitLimit = { waitMs: number; onTimeout: () => Error };

/**
 * Returns a function that runs jobs in order, `size` at a time. Jobs with the same `key` run one by
 * one, and keys take turns. A job that waits longer than `waitMs` is rejected with `onTimeout()`.
 */
export function createLimiter(size: number, limit?: WaitLimit) {
  /** Waiting jobs by `key`. The key that was served last comes last. */
  const queues = new Map<unknown, (() => void)[]>();
  const running = new Set<unknown>();
  let onIdle = () => {};

  function leave(key: unknown, start: () => void): void {
    const remaining = (queues.get(key) ?? []).filter((waiter) => waiter !== start);
    if (remaining.length > 0) queues.set(key, remaining);
    else queues.delete(key);
  }

  function waitForTurn(key: unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = ({ onTimeout }: WaitLimit) => {
        leave(key, start);
        reject(onTimeout());
      };
      const timer = limit && setTimeout(giveUp, limit.waitMs, limit);
      const start = () => {
        clearTimeout(timer);
        leave(key, start);
        running.add(key);
        resolve();
      };
      queues.set(key, [...(queues.get(key) ?? []), start]);
    });
  }

  function end(key: unknown): void {
    running.delete(key);
    const queue = queues.get(key);
    queues.delete(key);
    if (queue) queues.set(key, queue);
    const next = [...queues].find(([waitingKey]) => !running.has(waitingKey));
    next?.[1][0]?.();
    if (running.size === 0) onIdle();
  }

  async function run<T>(work: () => Promise<T>, key: unknown = Symbol('nobody')): Promise<T> {
    if (running.size < size && !running.has(key)) running.add(key);
    else await waitForTurn(key);
    try {
      return await work();
    } finally {
      end(key);
    }
  }

  const countWaiting = () => [...queues.values()].flat().length;
  return Object.assign(run, {
    countWaiting,
    countJobs: () => running.size + countWaiting(),
    whenIdle: async (): Promise<void> => {
      if (running.size === 0) return;
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
    },
  });
}
