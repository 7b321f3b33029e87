import { MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import { inTime, timing } from '#lib/platform/mercado-publico/timing.ts';
import { singleton } from '#lib/platform/singleton.ts';

type Queue = { length: number; last: Promise<unknown> };

/** `background` gives way to people; `open` may spend only the open share of the day's calls. */
export type Patience = {
  /** On the clock of `performance.now()`. */
  deadline: number;
  background?: boolean;
  open?: boolean;
  signal?: AbortSignal;
};

export function timeLeft({ deadline }: Patience): number {
  return deadline - performance.now();
}

/** First come first served. Returns how to leave. Throws `no_slot` when it would be too late. */
export async function joinCallQueue(key: string, patience: Patience): Promise<() => void> {
  const queue = queueOf(key);
  const tooLong = queue.length * timing().gapMs > timeLeft(patience);
  if (tooLong || (patience.background && queue.length > 0)) throw new MarketplaceFailure('no_slot');
  const before = queue.last;
  let done = () => {};
  const ours = new Promise<void>((resolve) => {
    done = resolve;
  });
  queue.last = Promise.all([before, ours]);
  queue.length += 1;
  const leave = () => {
    queue.length -= 1;
    done();
  };
  const isOurs = before.then(() => true);
  if (await inTime(isOurs, timeLeft(patience), patience.signal)) return leave;
  leave();
  throw new MarketplaceFailure(patience.signal?.aborted ? 'stopped' : 'no_slot');
}

function queueOf(key: string): Queue {
  const queues = singleton('marketplace-queues', () => new Map<string, Queue>());
  const queue = queues.get(key) ?? { length: 0, last: Promise.resolve() };
  queues.set(key, queue);
  return queue;
}
