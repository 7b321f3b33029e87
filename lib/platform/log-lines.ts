import pino from 'pino';

/** How long a line may wait for others, ms. */
const TOGETHER_MS = 5;

/**
 * Standard output for log lines, those of the same few milliseconds in one write: a write of its
 * own for each line costs a busy process a third of its time. What waits is written at the exit;
 * only `kill -9` can lose it.
 */
export function logLines(): pino.DestinationStream {
  const out = pino.destination({ dest: 1, sync: true, minLength: 8192 });
  let waiting = false;
  const flush = () => {
    waiting = false;
    out.flushSync();
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      out.write(line);
      if (waiting) return;
      waiting = true;
      setTimeout(flush, TOGETHER_MS);
    },
  };
}
