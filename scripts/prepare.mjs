import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lighten } from './lighten.mjs';
import { withLock } from './lock.mjs';

// Without dependencies and TypeScript: this script runs before anything is installed, on Node 20 or
// later.
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);
const stamp = at('.next', 'source-hash');
const built = [
  'app',
  'components',
  'lib',
  'public',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'next.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/**
 * Options that make the server need a third of the memory at the same speed. By default V8 keeps
 * 100 MB for new objects, and glibc an arena per thread. Paths are relative to the project.
 */
export const launch = {
  flags: ['--max-semi-space-size=8', '--expose-gc', '--import=./scripts/quick-imports.mjs'],
  env: { MALLOC_ARENA_MAX: '2' },
};

/** An error whose message tells the operator what to do. */
export class Stopped extends Error {}

/**
 * Installs and builds what is missing, one process at a time per checkout. @param {{ build:
 * boolean, dev: boolean }} wanted `dev` also installs the packages of development.
 */
export async function prepare({ build, dev }) {
  if (isInstalled(dev) && !(build && needsBuild())) return;
  await withLock(at('.start.lock'), async () => {
    if (!isInstalled(dev)) await install(dev);
    if (build && needsBuild()) await buildApp();
  });
}

/** The package that contains Node for this platform. npm installs it where it exists. */
const isWindows = process.platform === 'win32';
const pinnedNode = `node_modules/node-${isWindows ? 'win' : process.platform}-${process.arch}`;

/**
 * Returns the path of the pinned Node 24 or, if it is not installed, of the running Node from
 * version 24 on.
 */
export function nodePath() {
  const pinned = at(pinnedNode, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Stopped(
    'The pinned Node 24 is not installed: npm was told to omit optional packages, or has none for ' +
      'this system.\nRun `npm ci --include=optional`, or use Node 24 or later yourself.',
  );
}

/** Runs a program in the project and returns its exit code. Passes signals on to it. */
export function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}

/**
 * Returns whether installed versions match the lock file. Optional packages may be missing, except
 * Node.
 */
function isInstalled(dev) {
  const read = (path) => JSON.parse(readFileSync(at(path), 'utf8')).packages;
  if (!existsSync(at('node_modules/.package-lock.json'))) return false;
  const found = read('node_modules/.package-lock.json');
  return Object.entries(read('package-lock.json')).every(([path, wanted]) => {
    if (path === '') return true;
    const present = found[path];
    if (!present && path === pinnedNode) return false;
    if (!present) return wanted.optional || wanted.devOptional || (wanted.dev && !dev);
    return present.version === wanted.version;
  });
}

/**
 * Returns the process id of a server that runs in this folder, because `npm ci` would break it.
 * Works on Linux only.
 */
function findServer() {
  if (!existsSync('/proc/self/cmdline')) return null;
  return readdirSync('/proc').find((id) => {
    try {
      const serves = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0').includes('server.ts');
      return serves && readlinkSync(`/proc/${id}/cwd`) === root;
    } catch {
      // The process has ended or belongs to another user.
      return false;
    }
  });
}

/** Installs packages, with those of development if requested or if they were installed before. */
async function install(dev) {
  const server = findServer();
  if (server) {
    throw new Stopped(
      `Packages have to be installed, and a server of this folder runs (process ${server}).\n` +
        'Stop it first, or run this in another clone.',
    );
  }
  console.log('Installing packages (npm ci). The first time this takes a minute or two.');
  const npm = process.env.npm_execpath;
  const tools = dev || existsSync(at('node_modules/vitest')) ? '--include=dev' : '--omit=dev';
  const args = ['ci', tools, '--no-audit', '--no-fund', '--loglevel=error'];
  const code = npm
    ? await run(process.env.npm_node_execpath ?? process.execPath, [npm, ...args])
    : await run('npm', args);
  if (code === 0) return tools === '--omit=dev' && lighten(at('node_modules'));
  throw new Stopped(
    'npm ci failed; its message is above. Is the package registry reachable from here?',
  );
}

function needsBuild() {
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourceHash();
}

async function buildApp() {
  console.log('Building the app (next build). Later starts skip this until something changes.');
  rmSync(stamp, { force: true });
  const hash = sourceHash();
  // The flag makes Node read next.config.ts itself. server.ts sets its variable for serving.
  const args = [
    'node_modules/next/dist/bin/next',
    'build',
    '--experimental-next-config-strip-types',
  ];
  const code = await run(nodePath(), args, {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (code !== 0) throw new Stopped('next build failed; its message is above.');
  writeFileSync(stamp, hash);
}

function sourceHash() {
  const hash = createHash('sha256');
  const add = (path) => {
    if (statSync(at(path)).isDirectory()) {
      for (const name of readdirSync(at(path)).sort()) add(`${path}/${name}`);
    } else {
      const content = readFileSync(at(path));
      hash.update(`${path}\0${content.length}\0`).update(content);
    }
  };
  built.forEach(add);
  return hash.digest('hex');
}
