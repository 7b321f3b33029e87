import type { Socket } from 'node:net';
import { SECOND } from '#lib/platform/process/durations.ts';
import {
  enforceLimits,
  type Limits,
  parseAnswer,
  processUsage,
  spawnLimited,
} from '#lib/platform/process/limited-process.ts';

type Child = ReturnType<typeof spawnLimited>;
type KeptProcess = {
  child: Child;
  inputCount: number;
  text: string;
  settle: () => void;
  closed: Promise<void>;
  ending?: NodeJS.Timeout;
};
type Input = () => AsyncIterable<Buffer>;

const MAX_INPUTS = 20;
const IDLE_MS = 30 * SECOND;
/** An idle process with more memory is ended, because its next input might exceed the limit. */
const MAX_HELD_BYTES = 256 * 1024 * 1024;

/**
 * Reuses limited processes, because starting one costs more than reading a small input. `program`
 * reads an input as pieces, each after its length in four bytes, until a length of 0. It then
 * writes one line of JSON. `memory` is its limit in bytes. The caller limits how many run at once.
 */
export function createProcessPool(program: string, memory: number) {
  const running = new Set<KeptProcess>();
  const idleWorkers: KeptProcess[] = [];
  let isStopped = false;

  function startWorker(): KeptProcess {
    if (isStopped) throw new Error('the app stops');
    const child = spawnLimited(program, memory);
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const worker: KeptProcess = { child, inputCount: 0, text: '', settle: () => undefined, closed };
    const onExit = () => {
      running.delete(worker);
      if (idleWorkers.includes(worker)) idleWorkers.splice(idleWorkers.indexOf(worker), 1);
      clearTimeout(worker.ending);
      worker.settle();
      resolve();
    };
    child.once('close', onExit).once('error', onExit);
    // Writes to a killed process fail. The listener of `close` handles that.
    child.stdin?.on('error', () => undefined);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      worker.text += text;
      if (text.includes('\n')) worker.settle();
    });
    running.add(worker);
    return worker;
  }

  function endWorker({ child, closed }: KeptProcess): Promise<void> {
    setRef(child, 'ref');
    child.kill('SIGKILL');
    return closed;
  }

  /**
   * Returns the child's answer to an input, or null if the child failed or hit a limit, which also
   * ends the child.
   */
  async function ask(worker: KeptProcess, input: Input, limits: Limits): Promise<unknown> {
    const unwatch = enforceLimits(worker.child, limits);
    const line = new Promise<void>((resolve) => {
      worker.settle = resolve;
    });
    let answer: unknown = null;
    try {
      // A child that wrote before its input is not used: that output would be taken for the answer.
      if (worker.text === '' && (await sendInput(worker.child, input()))) {
        await line;
        answer = worker.text.endsWith('\n') ? parseAnswer(worker.text) : null;
      }
    } finally {
      unwatch();
      worker.inputCount += 1;
      const { memory } = await processUsage(worker.child.pid);
      if (answer === null || worker.inputCount >= MAX_INPUTS || memory > MAX_HELD_BYTES)
        await endWorker(worker);
      else keepWorker(worker);
    }
    return answer;
  }

  function keepWorker(worker: KeptProcess): void {
    worker.text = '';
    worker.ending = setTimeout(() => endWorker(worker), IDLE_MS).unref();
    setRef(worker.child, 'unref');
    idleWorkers.push(worker);
  }

  function takeIdleWorker(): KeptProcess | undefined {
    const worker = idleWorkers.pop();
    clearTimeout(worker?.ending);
    if (worker) setRef(worker.child, 'ref');
    return worker;
  }

  return {
    /**
     * Returns the answer to an input. If a reused process fails, it tries again in a new one.
     * Returns null if that fails too.
     */
    answer: async (input: Input, limits: Limits): Promise<unknown> => {
      const worker = takeIdleWorker();
      const answer = worker && (await ask(worker, input, limits));
      return answer ?? ask(startWorker(), input, limits);
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all([...running].map(endWorker));
    },
  };
}

/** `ref` makes the child keep our process from exiting, `unref` does not. */
function setRef(child: Child, method: 'ref' | 'unref'): void {
  for (const handle of [child, child.stdin as Socket, child.stdout as Socket]) handle[method](); // Pipes are sockets.
}

/**
 * Writes an input to the child. Returns false if the child reads no more. Throws the errors of the
 * input.
 */
async function sendInput({ stdin }: Child, input: AsyncIterable<Buffer>): Promise<boolean> {
  // stdin is missing when the process did not start.
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
