import { setTimeout as sleep } from 'node:timers/promises';
import { MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import { timing } from '#lib/platform/mercado-publico/timing.ts';
import { singleton } from '#lib/platform/singleton.ts';

type Line = { length: number; last: Promise<unknown> };

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

/**
 * Waits, first come first served, until this caller is the first of its process. Returns how to
 * leave. Throws `no_turn` when the deadline comes first, or at once when the line is too long for
 * it.
 */
export async function joinLine(key: string, patience: Patience): Promise<() => void> {
  const line = lineOf(key);
  const tooLong = line.length * timing().gapMs > timeLeft(patience);
  if (tooLong || (patience.background && line.length > 0)) throw new MarketplaceFailure('no_turn');
  const before = line.last;
  let done = () => {};
  const ours = new Promise<void>((resolve) => {
    done = resolve;
  });
  line.last = Promise.all([before, ours]);
  line.length += 1;
  const leave = () => {
    line.length -= 1;
    done();
  };
  if (await inTime(before, patience)) return leave;
  leave();
  throw new MarketplaceFailure(patience.signal?.aborted ? 'stopped' : 'no_turn');
}

async function inTime(before: Promise<unknown>, patience: Patience): Promise<boolean> {
  const timer = new AbortController();
  const signal = patience.signal ? AbortSignal.any([timer.signal, patience.signal]) : timer.signal;
  const late = sleep(Math.max(0, timeLeft(patience)), false, { signal }).catch(() => false);
  try {
    return await Promise.race([before.then(() => true), late]);
  } finally {
    timer.abort();
  }
}

function lineOf(key: string): Line {
  const lines = singleton('marketplace-lines', () => new Map<string, Line>());
  const line = lines.get(key) ?? { length: 0, last: Promise.resolve() };
  lines.set(key, line);
  return line;
}
