import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/support/app-process.ts';
import { killOnExit } from '#tests/support/child-processes.ts';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'tools/bench/bare-app');
const target = join(root, '.bench/bare-app');
const next = join(root, 'node_modules/next/dist/bin/next');
/** Sources of the bare app beside its folder. */
const sources = [
  'package-lock.json',
  'tools/bench/bare-store.ts',
  'lib/domain/requests/submissions/schema.ts',
];

/** Limit for a start that hangs. The time of a start depends only on how busy the machine is. */
const START_MS = 300_000;

export type BareProcess = { url: string; pid: number; close: () => Promise<void> };

/**
 * Starts the emptiest app of the same Next, built once per version of Next and of its sources, to
 * compare the product with. It is never part of the product.
 */
export async function startBareApp(env: Record<string, string> = {}): Promise<BareProcess> {
  await buildOnce(source, target, sources, () => runProcess([next, 'build'], { cwd: target }));
  return startProcess([next, 'start'], { cwd: target, env, path: '/' });
}

/** Runs a Node program that serves on `PORT` and resolves once `path` answers. */
export async function startProcess(
  args: string[],
  options: { cwd?: string; env?: Record<string, string>; path: string },
): Promise<BareProcess> {
  const port = await freePort();
  const env = { ...environment(), PORT: `${port}`, ...options.env };
  const { child, output, ended } = spawnNode(args, { cwd: options.cwd, env });
  const url = `http://localhost:${port}`;
  const deadline = Date.now() + START_MS;
  while (!(await fetch(url + options.path, { method: 'HEAD' }).catch(() => null))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(output());
    await sleep(20);
  }
  return {
    url,
    pid: child.pid ?? 0,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs a Node program to its end. Throws its output when it fails. */
export async function runProcess(
  args: string[],
  options: { cwd: string; env?: Record<string, string | undefined> },
): Promise<void> {
  const env = { ...environment(), ...options.env };
  const { output, ended } = spawnNode(args, { cwd: options.cwd, env });
  if ((await ended) !== 0) throw new Error(`${args.join(' ')} in ${options.cwd}:\n${output()}`);
}

/** Returns a copy of a folder in which `build` ran once, until the folder or `others` change. */
export async function buildOnce(
  source: string,
  target: string,
  others: string[],
  build: () => Promise<void>,
): Promise<void> {
  const stamp = join(target, 'source-hash');
  const files = readdirSync(source, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((entry) => entry.isFile())
    .map((item) => join(item.parentPath, item.name));
  const hash = createHash('sha256');
  for (const path of [...paths, ...others]) hash.update(readFileSync(resolve(root, path)));
  const wanted = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  cpSync(source, target, { recursive: true });
  await build();
  writeFileSync(stamp, wanted);
}

function spawnNode(args: string[], options: { cwd?: string | undefined; env: NodeJS.ProcessEnv }) {
  const { cwd = root, env } = options;
  const child = killOnExit(spawn(process.execPath, args, { cwd, env }));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, output: () => output, ended };
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '', NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
}
