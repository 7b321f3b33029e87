import { MINUTE } from '#lib/platform/process/durations.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

type Clock = { now: () => number };

/**
 * Tolerated difference between the clocks of two instances, in ms. If a stored time is further
 * ahead, some clock was wrong, and the time counts as past.
 */
export const SKEW_MS = MINUTE;

/** Returns ms since the epoch. Tests change the clock with `setClock`. */
export function now(): number {
  return clock().now();
}

export function setClock(read: () => number): void {
  clock().now = read;
}

/** Smaller jumps are normal corrections of the clock. */
const STEP_MS = 2000;

/**
 * Returns a function that returns by how many ms the clock has jumped since its last call: negative
 * if it was set back, 0 below `STEP_MS`.
 */
export function watchClock(): () => number {
  let wallTime = now();
  let steadyTime = performance.now();
  return () => {
    const step = now() - wallTime - (performance.now() - steadyTime);
    [wallTime, steadyTime] = [now(), performance.now()];
    return Math.abs(step) > STEP_MS ? Math.round(step) : 0;
  };
}

function clock(): Clock {
  return singleton('clock', () => ({ now: () => Date.now() }));
}
