import { singleton } from '#lib/platform/process/singleton.ts';

type Stop = () => Promise<void>;

/** Registers what a graceful stop must end: last registered, first stopped. */
export function onStop(stop: Stop): void {
  stops().push(stop);
}

/** Ends everything in reverse order; one that fails does not keep the others from ending. */
export async function stopAll(): Promise<void> {
  const pending = stops().splice(0).reverse();
  for (const stop of pending) await stop().catch(() => undefined);
}

function stops(): Stop[] {
  return singleton('stops', () => []);
}
