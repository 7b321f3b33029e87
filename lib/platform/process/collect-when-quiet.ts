import { SECOND } from '#lib/platform/process/durations.ts';
import { every } from '#lib/platform/process/every.ts';

const LOOK_MS = 15 * SECOND;
/** It is a share of one processor since the last look. */
const QUIET_SHARE = 0.02;
/** Collecting stops everything for some 200 ms, so this much must have gathered. */
const WORTH_IT = 32 * 1024 * 1024;

/** An idle V8 never collects, so this returns memory. It needs `node --expose-gc`. */
export function collectWhenQuiet(): void {
  let before = process.cpuUsage();
  let kept = 0;
  every(LOOK_MS, { firstMs: LOOK_MS }, async () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const isQuiet = (user + system) / 1000 < QUIET_SHARE * LOOK_MS;
    if (!isQuiet || process.memoryUsage.rss() < kept + WORTH_IT) return;
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    kept = process.memoryUsage.rss();
  });
}
