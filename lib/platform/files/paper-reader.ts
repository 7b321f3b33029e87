import { type Readable, Writable } from 'node:stream';
import { MINUTE, SECOND } from '#lib/platform/process/durations.ts';
import { type Limits, runLimited } from '#lib/platform/process/limited-process.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { slotsOf } from '#lib/platform/process/slots.ts';

const limits = {
  work: 5 * SECOND,
  time: MINUTE,
  memory: 256 * 1024 * 1024,
  reply: 4_096,
};
const MOST_ASKED = 40;

/** Null: it broke or hit a limit; undefined: not now. A process each: papers never mix. */
export async function readPaper(
  program: string,
  open: () => Promise<Readable | null>,
): Promise<unknown> {
  const inTurn = singleton('paper-reader', () => slotsOf(1));
  if (inTurn.asked() >= MOST_ASKED) return undefined;
  return inTurn(async () => {
    const input = await open();
    return input ? answerOf(program, input, limits) : undefined;
  });
}

/** Returns the JSON that a program of ours writes about its input; null: it broke or hit a limit. */
export async function answerOf(program: string, input: Readable, bounds: Limits): Promise<unknown> {
  let said = '';
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      said += chunk;
      done();
    },
  });
  const isDone = await runLimited(program, { input, output, limits: bounds });
  return isDone ? answerIn(said) : null;
}

/** The error for a broken JSON would quote it. */
function answerIn(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    return null;
  }
}
