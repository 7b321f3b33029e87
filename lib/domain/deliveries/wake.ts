import { singleton } from '#lib/platform/singleton.ts';

/** Tells this process's worker that something is due. Call it after the commit that enqueued. */
export function wakeDeliveries(): void {
  bell().ring();
}

export function onWake(ring: () => void): void {
  bell().ring = ring;
}

/** A singleton: requests and worker may live in different bundles of one process. */
function bell(): { ring: () => void } {
  return singleton('deliveries.bell', () => ({ ring: () => {} }));
}
