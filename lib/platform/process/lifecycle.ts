import { singleton } from '#lib/platform/process/singleton.ts';

type Stop = () => Promise<void>;

/** Registers a step of the graceful stop. Steps run in reverse order of registration. */
export function onStop(stop: Stop): void {
  allStops().push(stop);
}

/** Runs the steps in reverse order of registration. A failed step does not prevent the others. */
export async function stopAll(): Promise<void> {
  const pending = allStops().splice(0).reverse();
  for (const stop of pending) await stop().catch(() => undefined);
}

function allStops(): Stop[] {
  return singleton('stops', () => []);
}
