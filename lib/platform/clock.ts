import { singleton } from '#lib/platform/singleton.ts';

type Clock = { now: () => number };

/** Milliseconds since the epoch, UTC. Tests move it with `setClock`. */
export function now(): number {
  return clock().now();
}

export function setClock(read: () => number): void {
  clock().now = read;
}

function clock(): Clock {
  return singleton('clock', () => ({ now: () => Date.now() }));
}
