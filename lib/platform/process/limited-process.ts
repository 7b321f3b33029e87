import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Limits = {
  /** The time is in milliseconds by the clock. */
  time: number;
  /** It is in ms of the processor, so that a busy machine does not make a file look hostile. */
  work?: number;
  /** It is in bytes of memory, for all its uses. */
  memory: number;
  /** The reply has at most these bytes. */
  reply: number;
};

const LOOK_MS = 50;
/** It gets half a request's share of the processor, as a person often waits for the result. */
const GIVES_WAY = 3;

/** Returns false when it broke or went beyond a limit. */
export async function runLimited(
  program: string,
  { input, output, limits }: { input: Readable; output: Writable; limits: Limits },
): Promise<boolean> {
  const child = spawnLimited(program, limits.memory);
  const unwatch = watch(child, limits);
  const closed = new Promise<number | null>((resolve) =>
    child.once('close', resolve).once('error', () => resolve(null)),
  );
  try {
    const { stdin, stdout } = child;
    if (!stdin || !stdout) return false;
    await Promise.all([pipeline(stdout, output), pipeline(input, stdin)]);
    return (await closed) === 0;
  } catch {
    return false;
  } finally {
    child.kill('SIGKILL');
    input.destroy();
    await closed;
    unwatch();
  }
}

/** Ends the process beyond a limit from now on, until the returned function is called. */
export function watch(child: ChildProcess, limits: Limits): () => void {
  const end = () => void child.kill('SIGKILL');
  const late = setTimeout(end, limits.time);
  const before = usageOf(child.pid);
  const look = setInterval(async () => {
    const { work, memory } = await usageOf(child.pid);
    const spent = work - (await before).work;
    if (memory > limits.memory || spent > (limits.work ?? limits.time)) end();
  }, LOOK_MS);
  let size = 0;
  const count = (chunk: Buffer | string) => {
    size += chunk.length;
    if (size > limits.reply) end();
  };
  child.stdout?.on('data', count);
  return () => {
    clearTimeout(late);
    clearInterval(look);
    child.stdout?.off('data', count);
  };
}

/** Starts it with lower priority and no environment. It reads our code alone. */
export function spawnLimited(program: string, memory: number): ChildProcess {
  const root = process.cwd();
  const readable = ['lib', 'package.json', 'node_modules'].map(
    (path) => `--allow-fs-read=${join(/* turbopackIgnore: true */ root, path)}`,
  );
  // Node itself and memory outside of the heap need room too.
  const heap = Math.floor(memory / 1024 / 1024 - 96);
  const limits = [
    '--permission',
    `--max-old-space-size=${heap}`,
    '--disallow-code-generation-from-strings',
  ];
  const child = spawn(
    process.execPath,
    ['--no-warnings', ...limits, ...readable, join(/* turbopackIgnore: true */ root, program)],
    {
      env: { NODE_ENV: 'production' },
      // The child's warnings could quote its input.
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  child.once('spawn', () => setPriority(child.pid ?? 0, Math.min(getPriority() + GIVES_WAY, 19)));
  return child;
}

/** The error for a broken JSON would quote it. */
export function answerIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns 0 when the system does not tell (proc(5), `stat`). */
export async function usageOf(pid: number | undefined): Promise<{ work: number; memory: number }> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = status
    .slice(status.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, pages = 0] = [fields[11], fields[12], fields[21]];
  return { work: (user + system) * 10, memory: pages * 4096 };
}
