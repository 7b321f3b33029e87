import pino from 'pino';

/** How long a line may wait for others, ms. */
const TOGETHER_MS = 5;
/** Of lines that cannot be written; later ones are dropped. */
const MOST_WAITING = 1024 * 1024;

/**
 * Standard output for log lines, those of the same few milliseconds in one write: a write of its
 * own for each line costs a busy process a third of its time. What waits is written at the exit;
 * only `kill -9` can lose it. A log that takes nothing (a full disk, a reader that went away) is no
 * reason to stop serving.
 */
export function logLines(): pino.DestinationStream {
  const out = pino.destination({ dest: 1, sync: true, minLength: 8192, maxLength: MOST_WAITING });
  out.on('error', () => undefined);
  let waiting = false;
  const flush = () => {
    waiting = false;
    try {
      out.flushSync();
    } catch {
      // It stays in the buffer and is tried again with the next line.
    }
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
