import pino from 'pino';

/** How long a line may wait for others, ms. */
const TOGETHER_MS = 5;
/** Of lines that cannot be written; later ones are dropped. */
const MOST_WAITING = 1024 * 1024;

/** Lines of the same few ms share a write: one each costs a busy process a third of its time. */
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
