import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Limits = {
  /** Wall-clock time in ms. */
  time: number;
  /** Processor time in ms. Unlike `time` it does not depend on how busy the machine is. */
  work?: number;
  /** Resident memory in bytes. */
  memory: number;
  /** Bytes of output. */
  reply: number;
};

const LOOK_MS = 50;
/**
 * Niceness of the child process. It gets about half as much processor time as a request, because
 * people wait for its result.
 */
const NICENESS = 3;

/**
 * Runs a program on an input in a process of its own. Returns false if the program failed or
 * exceeded a limit.
 */
export async function runLimited(
  program: string,
  { input, output, limits }: { input: Readable; output: Writable; limits: Limits },
): Promise<boolean> {
  const child = spawnLimited(program, limits.memory);
  const unwatch = enforceLimits(child, limits);
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

/** Kills the process when it exceeds a limit. Returns the function that ends the supervision. */
export function enforceLimits(child: ChildProcess, limits: Limits): () => void {
  const end = () => void child.kill('SIGKILL');
  const timer = setTimeout(end, limits.time);
  const initialUsage = processUsage(child.pid);
  const look = setInterval(async () => {
    const { work, memory } = await processUsage(child.pid);
    const spent = work - (await initialUsage).work;
    if (memory > limits.memory || spent > (limits.work ?? limits.time)) end();
  }, LOOK_MS);
  let size = 0;
  const count = (chunk: Buffer | string) => {
    size += chunk.length;
    if (size > limits.reply) end();
  };
  child.stdout?.on('data', count);
  return () => {
    clearTimeout(timer);
    clearInterval(look);
    child.stdout?.off('data', count);
  };
}

/**
 * Starts a process of lower priority, without environment variables, that may only read our code.
 */
export function spawnLimited(program: string, memory: number): ChildProcess {
  const root = process.cwd();
  const readable = ['lib', 'package.json', 'node_modules'].map(
    (path) => `--allow-fs-read=${join(/* turbopackIgnore: true */ root, path)}`,
  );
  // Node itself and memory outside the heap need space too.
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
      // The child's warnings could quote its input, so they are dropped.
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  child.once('spawn', () => setPriority(child.pid ?? 0, Math.min(getPriority() + NICENESS, 19)));
  return child;
}

/** Parses JSON. Returns null for broken JSON: the parser's error would quote it. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Returns processor time in ms and memory in bytes of a process (proc(5), `stat`), or zeros if they
 * are unavailable.
 */
export async function processUsage(
  pid: number | undefined,
): Promise<{ work: number; memory: number }> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = status
    .slice(status.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, pages = 0] = [fields[11], fields[12], fields[21]];
  return { work: (user + system) * 10, memory: pages * 4096 };
}
