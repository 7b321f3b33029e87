import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** For `node --import`: at SIGUSR2 writes how late the event loop was since the last time, ms. */
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  process.on('SIGUSR2', () => {
    const ms = (nanoseconds: number) => nanoseconds / 1e6;
    const found = { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)) };
    writeFileSync(join(process.env.DATA_DIR ?? '.', 'loop-delay.json'), JSON.stringify(found));
    delay.reset();
  });
}
