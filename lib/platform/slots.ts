type Limit = { waitMs: number; late: () => Error };

/** Runs at most `most` at a time, in the order of asking; throws `late()` where a turn takes longer. */
export function slotsOf(most: number, limit?: Limit) {
  const waiting: (() => void)[] = [];
  let running = 0;
  let idle = () => {};

  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = ({ late }: Limit) => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(late());
      };
      const timer = limit && setTimeout(giveUp, limit.waitMs, limit);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(start);
    });
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running < most) running += 1;
    else await turn();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
      if (running === 0) idle();
    }
  }

  return Object.assign(run, {
    waiting: () => waiting.length,
    /** Running and waiting. */
    asked: () => running + waiting.length,
    settled: async (): Promise<void> => {
      if (running === 0) return;
      await new Promise<void>((resolve) => {
        idle = resolve;
      });
    },
  });
}
