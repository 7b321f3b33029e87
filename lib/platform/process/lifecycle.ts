import { singleton } from '#lib/platform/process/singleton.ts';

type Stop = () => Promise<void>;

/** Registers work of a graceful stop. The last registered stops first. */
export function onStop(stop: Stop): void {
  stops().push(stop);
}

/** Ends everything in reverse order. A failure does not keep the others from ending. */
export async function stopAll(): Promise<void> {
  const pending = stops().splice(0).reverse();
  for (const stop of pending) await stop().catch(() => undefined);
}

function stops(): Stop[] {
  return singleton('stops', () => []);
}
