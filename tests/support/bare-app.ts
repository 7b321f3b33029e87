import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/support/app-process.ts';
import { endWithUs } from '#tests/support/kept-children.ts';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'tools/bench/bare-app');
const target = join(root, '.bench/bare-app');
const next = join(root, 'node_modules/next/dist/bin/next');

export type BareProcess = { url: string; pid: number; close: () => Promise<void> };

/**
 * The emptiest app of the same Next, built once per version of Next and of its sources, to
 * compare the product with. It is never part of the product.
 */
export async function startBareApp(env: Record<string, string> = {}): Promise<BareProcess> {
  await build();
  return startProcess([next, 'start'], { cwd: target, env, path: '/' });
}

/** Runs a Node program that serves on `PORT`; resolves once `path` answers. */
export async function startProcess(
  args: string[],
  options: { cwd?: string; env?: Record<string, string>; path: string },
): Promise<BareProcess> {
  const port = await freePort();
  const env = { ...environment(), PORT: `${port}`, ...options.env };
  const child = endWithUs(spawn(process.execPath, args, { cwd: options.cwd ?? root, env }));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise((resolve) => child.on('close', resolve));
  const url = `http://localhost:${port}`;
  const deadline = Date.now() + 30_000;
  while (!(await fetch(url + options.path, { method: 'HEAD' }).catch(() => null))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(output);
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

async function build(): Promise<void> {
  const stamp = join(target, '.next/source-hash');
  const hash = sourceHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  mkdirSync(target, { recursive: true });
  cpSync(source, target, { recursive: true });
  const child = spawn(process.execPath, [next, 'build'], { cwd: target, env: environment() });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`The bare app does not build:\n${output}`);
  writeFileSync(stamp, hash);
}

function sourceHash(): string {
  const hash = createHash('sha256');
  const files = readdirSync(source, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    hash.update(readFileSync(join(file.parentPath, file.name)));
  }
  for (const path of ['package-lock.json', 'tools/bench/bare-store.ts']) {
    hash.update(readFileSync(join(root, path)));
  }
  hash.update(readFileSync(join(root, 'lib/domain/guarantees/schema.ts')));
  return hash.digest('hex');
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '', NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
}
