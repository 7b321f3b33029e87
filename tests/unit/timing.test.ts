import { expect, test, vi } from 'vitest';
import { expectSimilarTimes, measureCpuTime, measureWait } from '#tests/support/timing.ts';

/** Makes a clock that only the ways move, by `ms` of the nth time. */
function ways(one: (n: number) => number, other: (n: number) => number) {
  let time = 0;
  const way = (ms: (n: number) => number) => {
    let n = 0;
    return async () => {
      time += ms(n++);
    };
  };
  return [[way(one), way(other)] as const, { clock: () => time }] as const;
}

/** Returns the same numbers every time, spread over 0 to 1. */
const chance = (seed: number) => (n: number) =>
  Math.abs(Math.sin(seed + n * 12.9898) * 43758.5453) % 1;
const [first, second] = [chance(1), chance(2)];

test('two ways that take equally long are reported as alike, also beside pauses of the machine', async () => {
  const info = vi.spyOn(console, 'info').mockReturnValue();
  const pause = (n: number) => (n % 7 === 3 ? 300 : 0);
  const [pair, by] = ways(
    (n) => 20 + first(n) + pause(n),
    (n) => 20 + second(n) + pause(n + 2),
  );
  expect(await expectSimilarTimes('even', pair, by)).toBe('alike');
  expect(info).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^even: .* medians of \d+$/));
});

test.each([
  ['without noise', 0],
  ['beside a load', 20],
])('a way that takes twice as long is caught %s', async (_, noise) => {
  vi.spyOn(console, 'info').mockReturnValue();
  const slow = ways(
    (n) => 40 + first(n) * noise,
    (n) => 20 + second(n) * noise,
  );
  await expect(expectSimilarTimes('slow', ...slow)).rejects.toThrow('slow: ');
  const other = ways(
    (n) => 20 + first(n) * noise,
    (n) => 40 + second(n) * noise,
  );
  await expect(expectSimilarTimes('slow', ...other)).rejects.toThrow('slow: ');
});

test('on a machine that is too busy the comparison of times is unsure, and blames no code', async () => {
  const info = vi.spyOn(console, 'info').mockReturnValue();
  let requestCount = 0;
  const wild = ways(
    (n) => {
      requestCount += 1;
      return 1 + first(n) ** 4 * 1000;
    },
    (n) => 1 + second(n) ** 4 * 1000,
  );
  expect(await expectSimilarTimes('wild', ...wild)).toBe('unsure');
  expect(requestCount).toBeLessThan(250);
  expect(info).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('the machine is too busy'));
});

test('waited() leaves out time in which the process was busy, and worked() counts it', async () => {
  const block = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  const paused = await measureWait(async () => block(100));
  expect(paused.ms).toBeLessThan(50);
  const slept = await measureWait(
    () => new Promise((resolve) => setTimeout(() => resolve('up'), 100)),
  );
  expect(slept.result).toBe('up');
  expect(slept.ms).toBeGreaterThan(0);
  expect(measureCpuTime(() => block(50))).toBeGreaterThan(0);
});
