import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SECOND } from '#lib/platform/durations.ts';
import { every } from '#lib/platform/every.ts';
import { requestsUnderWay } from '#lib/platform/requests-under-way.ts';

/** Memory that may come up since the last time before it is worth a pause of some 50 ms. */
const WORTH_A_PAUSE = 16 * 1024 * 1024;

/**
 * Gives back to the machine what a start or a rush left behind, once no request is under way: V8
 * collects when it needs room, and an idle server never does.
 */
export function collectWhenQuiet(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  let least = 0;
  every(30 * SECOND, { firstMs: 5 * SECOND }, async () => {
    if (requestsUnderWay() > 0 || process.memoryUsage.rss() < least + WORTH_A_PAUSE) return;
    collect();
    least = process.memoryUsage.rss();
  });
}
