import { copyFileSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { stopLookUps } from '#lib/domain/marketplace/reads/cached-replies.ts';
import { type Env, parseEnv } from '#lib/platform/config/env.ts';
import { closeDb } from '#lib/platform/db/client.ts';
import { setClock } from '#lib/platform/process/clock.ts';
import { forgetAll, singleton } from '#lib/platform/process/singleton.ts';
import { closeAfterTest } from '#tests/support/cleanup.ts';

/** Thousands of writes are flushed to disk, so worlds are kept in memory if there is room. */
const memory = hasRoom('/dev/shm') ? '/dev/shm' : undefined;

/**
 * Singletons that outlive a world: hash threads or `fast-password-hashes.ts`, inspectors, constant lists.
 */
const lasting = ['hash-pool', 'file-inspectors', 'common-passwords', 'holidays'];

/** Noon in Santiago on an ordinary day: 2026-11-20T15:00:00Z. */
export const START = Date.UTC(2026, 10, 20, 15, 0, 0);

export type World = {
  readonly dataDir: string;
  /** Moves the fixed clock forward. */
  advance: (ms: number) => void;
  now: () => number;
  close: () => Promise<void>;
};

/**
 * Makes a world of its own for a test: temporary DATA_DIR, database copied from the migrated
 * template, fixed clock at START (at the present if an app by the machine's clock serves it),
 * configuration from `variables` on top of the local defaults.
 */
export function createWorld(variables: Record<string, string> = {}): World {
  const dataDir = mkdtempSync(join(memory ?? tmpdir(), 'resguardo-world-'));
  copyFileSync(process.env.TEST_TEMPLATE_DB ?? '', join(dataDir, 'resguardo.db'));
  forgetAll(...lasting);
  const database = databaseVariables(join(dataDir, 'resguardo.db'));
  singleton('env', () =>
    atPublicUrl({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      APP_SECRET: 'x'.repeat(40),
      ...database,
      ...variables,
    }),
  );
  let time = process.env.TEST_WORLDS === 'present' ? Date.now() : START;
  setClock(() => time);
  return closeAfterTest({
    dataDir,
    advance: (ms: number) => {
      time += ms;
    },
    now: () => time,
    close: async () => {
      // A request that still runs after its reply would store its answer in the next test's world.
      await stopLookUps();
      await closeDb();
      setClock(() => Date.now());
      rmSync(dataDir, { recursive: true, force: true });
    },
  });
}

type Variables = Record<string, string>;

/** Starts something such as a stand-in for each test, and returns that of the current one. */
export function forEachTest<T extends object>(start: () => Promise<T>): T {
  let current: T;
  beforeEach(async () => {
    current = await start();
  });
  return new Proxy({} as T, { get: (_, name) => Reflect.get(current, name) });
}

/** Makes a world for each test of a file. A function gives variables that `forEachTest` sets. */
export function worldForTest(variables: Variables | (() => Variables) = {}) {
  let world: World;
  beforeEach(() => {
    world = createWorld(typeof variables === 'function' ? variables() : variables);
  });
  return {
    get dataDir() {
      return world.dataDir;
    },
    advance: (ms: number) => world.advance(ms),
    now: () => world.now(),
    close: () => world.close(),
    /** Replaces the world, like a start with other variables. */
    reopen: async (others: Variables = {}) => {
      await world.close();
      world = createWorld(others);
    },
  };
}

/** Lets tests run at a public URL, where the start would refuse a local configuration. */
function atPublicUrl({ APP_URL, ...others }: Record<string, string>): Env {
  if (!APP_URL || others.APP_ENV === 'production') return parseEnv({ APP_URL, ...others });
  return { ...parseEnv(others), appUrl: APP_URL };
}

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > 2e9;
}

/** Returns the variables of a world on a server's protocol (`TEST_DATABASE=remote`). */
function databaseVariables(path: string): Record<string, string> {
  const { TEST_LIBSQL_URL: server } = process.env;
  if (!server) return {};
  const name = Buffer.from(path).toString('base64url');
  return { DATABASE_URL: `${server}/${name}/`, DATABASE_TOKEN: 'libsql-token' };
}
