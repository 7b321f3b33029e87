import { MINUTE } from '#lib/platform/durations.ts';
import { singleton } from '#lib/platform/singleton.ts';

type Clock = { now: () => number };

/**
 * How far the clocks of instances may differ, ms. A time further ahead than it could have been set
 * was written before a clock was put back and counts as over.
 */
export const SKEW_MS = MINUTE;

/** Milliseconds since the epoch, UTC. Tests move it with `setClock`. */
export function now(): number {
  return clock().now();
}

export function setClock(read: () => number): void {
  clock().now = read;
}

/** Less than this is the usual correction of a clock. */
const STEP_MS = 2000;

/**
 * Returns a function that says how far the clock was put forward (or back, below zero) since it was
 * last asked, ms, by the steady clock; 0 when it was left alone.
 */
export function watchClock(): () => number {
  let wall = now();
  let steady = performance.now();
  return () => {
    const step = now() - wall - (performance.now() - steady);
    [wall, steady] = [now(), performance.now()];
    return Math.abs(step) > STEP_MS ? Math.round(step) : 0;
  };
}

function clock(): Clock {
  return singleton('clock', () => ({ now: () => Date.now() }));
}
