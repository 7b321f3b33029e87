import { MINUTE } from '#lib/platform/process/durations.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

type Clock = { now: () => number };

/**
 * Clocks of two instances may differ by this, in ms. A stored time that lies further ahead counts as
 * past, because a clock must have gone wrong.
 */
export const SKEW_MS = MINUTE;

/** Returns milliseconds since the epoch, UTC. Tests move it with `setClock`. */
export function now(): number {
  return clock().now();
}

export function setClock(read: () => number): void {
  clock().now = read;
}

/** Smaller steps are normal corrections of the clock. */
const STEP_MS = 2000;

/** The returned function gives the clock's jump since its last call in ms, negative for back. */
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
