type Limit = { waitMs: number; late: () => Error };

/**
 * Runs up to `most` jobs at a time, in order. Throws `late()` when one waits too long. Jobs with
 * the same `of` run one by one, and different values of `of` take turns.
 */
export function slotsOf(most: number, limit?: Limit) {
  /** Waiting jobs by `of`, with the one served last at the end. */
  const lines = new Map<unknown, (() => void)[]>();
  const served = new Set<unknown>();
  let idle = () => {};

  function leave(of: unknown, start: () => void): void {
    const rest = (lines.get(of) ?? []).filter((one) => one !== start);
    if (rest.length > 0) lines.set(of, rest);
    else lines.delete(of);
  }

  function turn(of: unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = ({ late }: Limit) => {
        leave(of, start);
        reject(late());
      };
      const timer = limit && setTimeout(giveUp, limit.waitMs, limit);
      const start = () => {
        clearTimeout(timer);
        leave(of, start);
        served.add(of);
        resolve();
      };
      lines.set(of, [...(lines.get(of) ?? []), start]);
    });
  }

  function end(of: unknown): void {
    served.delete(of);
    const line = lines.get(of);
    lines.delete(of);
    if (line) lines.set(of, line);
    const next = [...lines].find(([one]) => !served.has(one));
    next?.[1][0]?.();
    if (served.size === 0) idle();
  }

  async function run<T>(work: () => Promise<T>, of: unknown = Symbol('nobody')): Promise<T> {
    if (served.size < most && !served.has(of)) served.add(of);
    else await turn(of);
    try {
      return await work();
    } finally {
      end(of);
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
