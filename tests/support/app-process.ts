import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launch } from '#scripts/prepare.mjs';
import { killOnExit } from '#tests/support/child-processes.ts';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import { programEnv } from '#tests/support/program-env.ts';

const root = join(import.meta.dirname, '../..');
/** Limit for a start that hangs. The time of a start depends only on how busy the machine is. */
const START_MS = 90_000;

export type AppProcess = {
  /** `http://localhost:<port>`, which is also APP_URL and the same after a restart. */
  url: string;
  dataDir: string;
  /** Returns everything the process wrote so far, over all its lives. */
  output: () => string;
  pid: () => number | undefined;
  /** Resolves with the exit code once the process has ended. */
  exited: () => Promise<number | null>;
  signal: (signal: NodeJS.Signals) => void;
  /** Sends SIGTERM and resolves with the exit code. */
  stop: () => Promise<number | null>;
  /** Sends SIGKILL, so nothing is finished. */
  kill9: () => Promise<void>;
  /** Starts again on the same port and data, after stopping it if needed. */
  restart: () => Promise<void>;
  /** Ends the process and removes its data directory if it was made here. */
  close: () => Promise<void>;
};

type Options = {
  dataDir?: string;
  /** Variables on top of local defaults with RATE_LIMITS=off. `undefined` removes a default. */
  variables?: Record<string, string | undefined>;
  /** State that counts as started: it listens (the default), or health answers 200. */
  until?: 'listening' | 'healthy';
  /** True if Next answers everything, as on hosts without `server.ts`. */
  allNext?: boolean;
  /** True if it stays open after the file that started it. */
  isShared?: true;
  /** User id of the process, for tests that run as root, for whom file modes have no effect. */
  user?: number;
};

/**
 * Starts the built app as a process of its own, on a free port. Nothing of the caller's
 * configuration reaches it. Throws its output if it ends instead of starting.
 */
export async function startApp(options: Options = {}): Promise<AppProcess> {
  if (!existsSync(join(root, '.next/BUILD_ID'))) throw new Error('Run `npm run build` first.');
  const dataDir = options.dataDir ?? newFolder();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = environment({ APP_URL: url, PORT: `${port}`, DATA_DIR: dataDir }, options.variables);
  let output = '';
  let child: ChildProcess | undefined;
  let ended: Promise<number | null> = Promise.resolve(null);

  async function start(): Promise<void> {
    const who = options.user === undefined ? {} : { uid: options.user, gid: options.user };
    const started = killOnExit(
      spawn(
        process.execPath,
        [...launch.flags, 'server.ts', ...(options.allNext ? ['--all-next'] : [])],
        {
          cwd: root,
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
          ...who,
        },
      ),
    );
    const from = output.length;
    child = started;
    const keep = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    started.stdout.on('data', keep);
    started.stderr.on('data', keep);
    let running = true;
    let exitCode: number | null = null;
    ended = new Promise((resolve) => {
      started.on('close', (code) => {
        running = false;
        exitCode = code;
        resolve(code);
      });
    });
    const answers = async () =>
      output.includes('Resguardo: http', from) &&
      (options.until !== 'healthy' || (await fetch(`${url}/api/health`)).ok);
    const deadline = Date.now() + START_MS;
    while (!(await answers())) {
      if (!running || Date.now() > deadline) {
        started.kill('SIGKILL');
        await ended;
        throw new Error(`The app did not start (exit ${exitCode}):\n${output.slice(from)}`);
      }
      await sleep(10);
    }
  }

  const end = (signal: NodeJS.Signals) => {
    child?.kill(signal);
    return ended;
  };
  const app: AppProcess = {
    url,
    dataDir,
    output: () => output,
    pid: () => child?.pid,
    exited: () => ended,
    signal: (signal) => void child?.kill(signal),
    stop: () => end('SIGTERM'),
    kill9: async () => void (await end('SIGKILL')),
    restart: async () => {
      await end('SIGTERM');
      await start();
    },
    close: async () => {
      await end('SIGKILL');
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
  if (!options.isShared) closeAfterTest(app);
  await start();
  return app;
}

let shared: Promise<AppProcess> | undefined;

/**
 * Returns an app with default settings that all files of this process share and must neither stop
 * nor change. It lives as long as this process.
 */
export function sharedApp(): Promise<AppProcess> {
  shared ??= startApp({ isShared: true }).then((app) => {
    process.once('exit', () => rmSync(app.dataDir, { recursive: true, force: true }));
    // vitest ends its workers by a signal, on which Node skips exit handlers.
    process.once('SIGTERM', () => process.exit());
    return app;
  });
  return shared;
}

/** Makes a folder with the migrated database of the run, if there is one. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'resguardo-app-'));
  const { TEST_TEMPLATE_DB: template } = process.env;
  if (template) copyFileSync(template, join(folder, 'resguardo.db'));
  return folder;
}

const BLOCK = 100;
const BLOCKS = 220;
let block: Promise<number> | undefined;
let ports = 0;

/**
 * Returns a port that stays free even while the app restarts. It is one of a hundred that systems
 * do not assign and that no other process with tests uses, from any checkout.
 */
export async function freePort(): Promise<number> {
  block ??= claimBlock();
  for (;;) {
    const port = (await block) + 1 + (ports++ % (BLOCK - 1));
    const probe = await listening(port);
    if (!probe) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

/**
 * Claims a block of ports. The process that listens on the first port of a block owns the block.
 */
async function claimBlock(): Promise<number> {
  for (let at = process.pid; ; at++) {
    const first = 10_000 + (at % BLOCKS) * BLOCK;
    const claim = await listening(first);
    if (!claim) continue;
    claim.unref();
    return first;
  }
}

function listening(port: number): Promise<Server | null> {
  const server = createServer().listen(port);
  return new Promise((resolve) => {
    server.once('listening', () => resolve(server));
    server.once('error', () => resolve(null));
  });
}

function environment(
  own: Record<string, string>,
  variables: Record<string, string | undefined> = {},
): NodeJS.ProcessEnv {
  return {
    ...programEnv(),
    NODE_ENV: 'production',
    TZ: 'Asia/Kathmandu',
    RATE_LIMITS: 'off',
    ...launch.env,
    ...own,
    ...variables,
  };
}
