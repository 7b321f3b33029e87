type Limit = { waitMs: number; late: () => Error };

/**
 * Runs up to `most` jobs at a time, in order. Throws `late()` when one waits too long. Jobs with
 * the same `of` run one by one, and different values of `of` take turns.
 */
export function slotsOf(size: number, limit?: Limit) {
  /** Waiting jobs by `of`, with the one served last at the end. */
  const lines = new Map<unknown, (() => void)[]>();
  const served = new Set<unknown>();
  let idle = () => {};

  function leave(key: unknown, start: () => void): void {
    const rest = (lines.get(key) ?? []).filter((waiter) => waiter !== start);
    if (rest.length > 0) lines.set(key, rest);
    else lines.delete(key);
  }

  function turn(key: unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = ({ late: onTimeout }: Limit) => {
        leave(key, start);
        reject(onTimeout());
      };
      const timer = limit && setTimeout(giveUp, limit.waitMs, limit);
      const start = () => {
        clearTimeout(timer);
        leave(key, start);
        served.add(key);
        resolve();
      };
      lines.set(key, [...(lines.get(key) ?? []), start]);
    });
  }

  function end(key: unknown): void {
    served.delete(key);
    const line = lines.get(key);
    lines.delete(key);
    if (line) lines.set(key, line);
    const next = [...lines].find(([waitingKey]) => !served.has(waitingKey));
    next?.[1][0]?.();
    if (served.size === 0) idle();
  }

  async function run<T>(work: () => Promise<T>, key: unknown = Symbol('nobody')): Promise<T> {
    if (served.size < size && !served.has(key)) served.add(key);
    else await turn(key);
    try {
      return await work();
    } finally {
      end(key);
    }
  }

  const waiting = () => [...lines.values()].flat().length;
  return Object.assign(run, {
    waiting,
    /** Counts running and waiting jobs. */
    taken: () => served.size + waiting(),
    settled: async (): Promise<void> => {
      if (served.size === 0) return;
      await new Promise<void>((resolve) => {
        idle = resolve;
      });
    },
  });
}
