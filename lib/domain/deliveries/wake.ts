import { afterCommit } from '#lib/platform/db/after-commit.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/** Wakes the worker of this process once `tx` is committed. */
export function wakeAfter(tx: Tx): void {
  afterCommit(tx, wake);
}

export function onWake(ring: () => void): void {
  wakeListener().ring = ring;
}

const wake = () => wakeListener().ring();

/**
 * A singleton, because the requests and the worker may run from different bundles in one process.
 */
function wakeListener(): { ring: () => void } {
  return singleton('deliveries.bell', () => ({ ring: () => {} }));
}
