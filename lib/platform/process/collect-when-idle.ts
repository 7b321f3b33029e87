import { SECOND } from '#lib/platform/process/durations.ts';
import { every } from '#lib/platform/process/periodic-job.ts';

const LOOK_MS = 15 * SECOND;
/** A process is idle if it used less than this share of one processor since the last check. */
const MAX_IDLE_CPU_SHARE = 0.02;
/** Minimum growth of memory before a collection, which blocks the process for about 200 ms. */
const MIN_GROWTH_BYTES = 32 * 1024 * 1024;

/**
 * Collects garbage while the process is idle, because V8 does not and would keep the memory.
 * Requires `node --expose-gc`.
 */
export function collectGarbageWhenIdle(): void {
  let usage = process.cpuUsage();
  let memory = 0;
  every(LOOK_MS, { firstMs: LOOK_MS }, async () => {
    const { user, system } = process.cpuUsage(usage);
    usage = process.cpuUsage();
    const isIdle = (user + system) / 1000 < MAX_IDLE_CPU_SHARE * LOOK_MS;
    if (!isIdle || process.memoryUsage.rss() < memory + MIN_GROWTH_BYTES) return;
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    memory = process.memoryUsage.rss();
  });
}
