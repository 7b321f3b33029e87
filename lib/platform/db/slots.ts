import { Outage, unavailable } from '#lib/platform/db/outage.ts';
import { findMetrics } from '#lib/platform/metrics/metrics.ts';

/** Writes on their way to the server at once: while one commits, the next has arrived already. */
const SLOTS = 8;
/** More than this many that wait is more than can be done in time. */
const MOST_WAITING = 500;

type Waiting = { start: () => void };

/** First come first served. Throws `unavailable` before it has begun what would wait too long. */
export function createSlots(waitMs: number) {
  const waiting: Waiting[] = [];
  let running = 0;
  let idle = () => {};

  async function enter(): Promise<void> {
    if (running < SLOTS) {
      running += 1;
      return;
    }
    if (waiting.length >= MOST_WAITING) throw refusal('too many writes wait');
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(mine), 1);
        reject(refusal('a write waited too long'));
      }, waitMs);
      const mine = {
        start: () => {
          clearTimeout(late);
          resolve();
        },
      };
      waiting.push(mine);
    });
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) {
      next.start();
      return;
    }
    running -= 1;
    if (running === 0) idle();
  }

  return {
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      const since = performance.now();
      await enter();
      findMetrics()?.writeWaited((performance.now() - since) / 1000);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    queued: () => waiting.length,
    settled: async (): Promise<void> => {
      if (running > 0) {
        await new Promise<void>((resolve) => {
          idle = resolve;
        });
      }
    },
  };
}

function refusal(message: string) {
  return unavailable(new Outage('no', new Error(message)));
}
