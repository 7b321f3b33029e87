import { expect, vi } from 'vitest';

// The checks of times also hold on a busy machine: two ways are compared in pairs, a wait is
// counted in turns of this process's event loop, and work is measured in processor time.

const LOOKS = [30, 60, 120];
/** Chance moves the bounds of a median this far only once in 15,000 times. */
const SURE = 4;

/** Compares two ways by pairs of times: 'unsure' as long as they vary too much. */
export function compareTimes(pairs: readonly (readonly [number, number])[], most: number) {
  const ratios = pairs.map(([first, other]) => Math.log(first / other)).sort((a, b) => a - b);
  const half = Math.ceil((SURE * Math.sqrt(ratios.length)) / 2);
  const low = ratios[Math.floor(ratios.length / 2) - half] ?? Number.NEGATIVE_INFINITY;
  const high = ratios[Math.floor(ratios.length / 2) + half] ?? Number.POSITIVE_INFINITY;
  const bound = Math.log(most);
  if (low > bound || high < -bound) return 'different';
  return low > -bound && high < bound ? 'alike' : 'unsure';
}

/**
 * Fails when one way surely takes more than `most` times as long as the other. Runs both in turns
 * until it is sure, or reports that the machine was too busy.
 */
export async function expectSimilarTimes(
  subject: string,
  [first, other]: readonly [() => Promise<unknown>, () => Promise<unknown>],
  { most = 1.3, clock = () => performance.now() } = {},
): Promise<'alike' | 'unsure'> {
  const timeOf = async (way: () => Promise<unknown>) => {
    const started = clock();
    await way();
    return clock() - started;
  };
  for (const way of [first, other, first, other]) await way();
  const pairs: [number, number][] = [];
  for (const look of LOOKS) {
    while (pairs.length < look) {
      if (pairs.length % 2 === 0) pairs.push([await timeOf(first), await timeOf(other)]);
      else {
        const second = await timeOf(other);
        pairs.push([await timeOf(first), second]);
      }
    }
    const verdict = compareTimes(pairs, most);
    const [a, b] = [medianOf(pairs.map(([ms]) => ms)), medianOf(pairs.map(([, ms]) => ms))];
    const measured = `${subject}: ${a.toFixed(2)} and ${b.toFixed(2)} ms, medians of ${look}`;
    expect(verdict, measured).not.toBe('different');
    if (verdict === 'unsure') continue;
    console.info(measured);
    return 'alike';
  }
  console.info(
    `${subject}: not compared, the machine is too busy (${pairs.length} pairs vary too much)`,
  );
  return 'unsure';
}

function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const TURN_MS = 5;

/**
 * Returns how many milliseconds of waiting this process could have used. Each pause is one turn of
 * its event loop.
 */
export async function measureWait<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, TURN_MS);
  try {
    return { result: await work(), ms: turns * TURN_MS };
  } finally {
    clearInterval(counting);
  }
}

/** Rejects when work takes `ms` milliseconds in which this process could have gone on. */
export async function rejectAfter<T>(ms: number, work: Promise<T>): Promise<T> {
  let counting: NodeJS.Timeout | undefined;
  let turns = 0;
  const late = new Promise<never>((_, reject) => {
    counting = setInterval(() => {
      turns += 1;
      if (turns * TURN_MS > ms) reject(new Error(`took longer than ${ms} ms`));
    }, TURN_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearInterval(counting);
  }
}

/** Makes waits for a provider that hangs 100 times shorter. Returns the spy on the timeouts. */
export function shortenTimeouts() {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  return vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
}

/** Returns the milliseconds of the CPU that work took. */
export function measureCpuTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
