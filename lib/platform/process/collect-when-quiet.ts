import { SECOND } from '#lib/platform/process/durations.ts';
import { every } from '#lib/platform/process/every.ts';

const LOOK_MS = 15 * SECOND;
/** Share of one processor used since the last check. */
const QUIET_SHARE = 0.02;
/** Minimum growth in bytes, because a collection blocks the process for about 200 ms. */
const MIN_GROWTH_BYTES = 32 * 1024 * 1024;

/** Returns memory to the system, because an idle V8 does not collect. Needs `node --expose-gc`. */
export function collectGarbageWhenIdle(): void {
  let usage = process.cpuUsage();
  let memory = 0;
  every(LOOK_MS, { firstMs: LOOK_MS }, async () => {
    const { user, system } = process.cpuUsage(usage);
    usage = process.cpuUsage();
    const isQuiet = (user + system) / 1000 < QUIET_SHARE * LOOK_MS;
    if (!isQuiet || process.memoryUsage.rss() < memory + MIN_GROWTH_BYTES) return;
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    memory = process.memoryUsage.rss();
  });
}
