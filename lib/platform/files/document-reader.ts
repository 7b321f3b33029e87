import { type Readable, Writable } from 'node:stream';
import { createLimiter } from '#lib/platform/process/concurrency-limiter.ts';
import { MINUTE, SECOND } from '#lib/platform/process/durations.ts';
import { parseAnswer, runLimited } from '#lib/platform/process/limited-process.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

const limits = {
  work: 5 * SECOND,
  time: MINUTE,
  memory: 256 * 1024 * 1024,
  reply: 4_096,
};
const MAX_QUEUED_READINGS = 40;

/**
 * Runs `program` on a file in a process of its own and returns the parsed answer. Returns null when
 * `program` failed or hit a limit, undefined when the queue is full or the file is missing.
 */
export async function runDocumentReader(
  program: string,
  open: () => Promise<Readable | null>,
): Promise<unknown> {
  const inTurn = singleton('document-reader', () => createLimiter(1));
  if (inTurn.countJobs() >= MAX_QUEUED_READINGS) return undefined;
  return inTurn(async () => {
    const input = await open();
    if (!input) return undefined;
    let text = '';
    const output = new Writable({
      write: (chunk, _encoding, callback) => {
        text += chunk;
        callback();
      },
    });
    return (await runLimited(program, { input, output, limits })) ? parseAnswer(text) : null;
  });
}
