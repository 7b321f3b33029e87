import type { Socket } from 'node:net';
import { SECOND } from '#lib/platform/process/durations.ts';
import {
  answerIn,
  type Limits,
  spawnLimited,
  usageOf,
  watch,
} from '#lib/platform/process/limited-process.ts';

type Child = ReturnType<typeof spawnLimited>;
type KeptProcess = {
  child: Child;
  inputs: number;
  text: string;
  settle: () => void;
  closed: Promise<void>;
  ending?: NodeJS.Timeout;
};
type Input = () => AsyncIterable<Buffer>;

const MOST_INPUTS = 20;
const IDLE_MS = 30 * SECOND;
/** A process that holds more would bring the next input close to its limit. */
const MOST_HELD = 256 * 1024 * 1024;

/**
 * Runs limited processes that take several inputs in turn, as the start is most of a small input's
 * cost. The program reads pieces behind their length in four bytes until a length of 0, and writes
 * one line of JSON. The caller bounds how many run. `memory` is the most of any input.
 */
export function keptProcesses(program: string, memory: number) {
  const running = new Set<KeptProcess>();
  const waiting: KeptProcess[] = [];
  let stopped = false;

  function begin(): KeptProcess {
    if (stopped) throw new Error('the app stops');
    const child = spawnLimited(program, memory);
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const kept: KeptProcess = { child, inputs: 0, text: '', settle: () => undefined, closed };
    const gone = () => {
      running.delete(kept);
      if (waiting.includes(kept)) waiting.splice(waiting.indexOf(kept), 1);
      clearTimeout(kept.ending);
      kept.settle();
      resolve();
    };
    child.once('close', gone).once('error', gone);
    // A write to a killed process fails, and `closed` reports it.
    child.stdin?.on('error', () => undefined);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      kept.text += text;
      if (text.includes('\n')) kept.settle();
    });
    running.add(kept);
    return kept;
  }

  function end({ child, closed }: KeptProcess): Promise<void> {
    holdUp(child, 'ref');
    child.kill('SIGKILL');
    return closed;
  }

  /** Returns null when it broke, hit a limit, or gave no line of JSON. Then it is gone. */
  async function ask(kept: KeptProcess, input: Input, limits: Limits): Promise<unknown> {
    const unwatch = watch(kept.child, limits);
    const line = new Promise<void>((resolve) => {
      kept.settle = resolve;
    });
    let answer: unknown = null;
    try {
      // A process that writes without input would answer for the next one.
      if (kept.text === '' && (await send(kept.child, input()))) {
        await line;
        answer = kept.text.endsWith('\n') ? answerIn(kept.text) : null;
      }
    } finally {
      unwatch();
      kept.inputs += 1;
      const { memory: held } = await usageOf(kept.child.pid);
      if (answer === null || kept.inputs >= MOST_INPUTS || held > MOST_HELD) await end(kept);
      else keep(kept);
    }
    return answer;
  }

  function keep(kept: KeptProcess): void {
    kept.text = '';
    kept.ending = setTimeout(() => end(kept), IDLE_MS).unref();
    holdUp(kept.child, 'unref');
    waiting.push(kept);
  }

  function next(): KeptProcess | undefined {
    const kept = waiting.pop();
    clearTimeout(kept?.ending);
    if (kept) holdUp(kept.child, 'ref');
    return kept;
  }

  return {
    /** Returns null only where a process broke or hit a limit at this as its first input. */
    answer: async (input: Input, limits: Limits): Promise<unknown> => {
      const kept = next();
      const answer = kept && (await ask(kept, input, limits));
      return answer ?? ask(begin(), input, limits);
    },
    stop: async (): Promise<void> => {
      stopped = true;
      await Promise.all([...running].map(end));
    },
  };
}

/** Lets our process end when this one only waits for input. */
function holdUp(child: Child, how: 'ref' | 'unref'): void {
  for (const one of [child, child.stdin as Socket, child.stdout as Socket]) one[how](); // Pipes are sockets.
}

/** Returns false when it takes no more. Errors of the input are thrown. */
async function send({ stdin }: Child, input: AsyncIterable<Buffer>): Promise<boolean> {
  // The process did not start.
  if (!stdin) return false;
  const write = (bytes: Buffer) =>
    new Promise<boolean>((resolve) => stdin.write(bytes, (error) => resolve(!error)));
  for await (const piece of input) {
    if (piece.length === 0) continue;
    if (!(await write(Buffer.concat([lengthOf(piece), piece])))) return false;
  }
  return write(Buffer.alloc(4));
}

function lengthOf(piece: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
}
