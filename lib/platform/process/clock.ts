import { MINUTE } from '#lib/platform/process/durations.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

type Clock = { now: () => number };

/** How far clocks of instances may differ, ms. A time further ahead counts as over. */
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

/** Tells how far the clock was put forward (below zero: back) since the last call, ms. */
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
