import { copyFileSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { stopLookUps } from '#lib/domain/marketplace/reads/look-up.ts';
import { type Env, parseEnv } from '#lib/platform/config/env.ts';
import { closeDb } from '#lib/platform/db/client.ts';
import { setClock } from '#lib/platform/process/clock.ts';
import { forgetAll, singleton } from '#lib/platform/process/singleton.ts';
import { closedLater } from '#tests/support/opened.ts';

/** Thousands of writes, each flushed: in memory where there is such a place with room. */
const memory = hasRoom('/dev/shm') ? '/dev/shm' : undefined;

/** The hash pool's threads, processes that judge files, or what stands in for them (`kept-hashes.ts`), and lists that never change. */
const lasting = ['hash-pool', 'file-judge', 'common-passwords', 'holidays'];

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
 * A world of its own for a test: temporary DATA_DIR, database copied from the migrated template,
 * fixed clock at START (at the present where an app by the machine's clock serves it), configuration
 * from `variables` on top of the local defaults.
 */
export function createWorld(variables: Record<string, string> = {}): World {
  const dataDir = mkdtempSync(join(memory ?? tmpdir(), 'resguardo-world-'));
  copyFileSync(process.env.TEST_TEMPLATE_DB ?? '', join(dataDir, 'resguardo.db'));
  forgetAll(...lasting);
  const database = databaseVariables(join(dataDir, 'resguardo.db'));
  singleton('env', () =>
    atPublicAddress({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      APP_SECRET: 'x'.repeat(40),
      ...database,
      ...variables,
    }),
  );
  let time = process.env.TEST_WORLDS === 'present' ? Date.now() : START;
  setClock(() => time);
  return closedLater({
    dataDir,
    advance: (ms: number) => {
      time += ms;
    },
    now: () => time,
    close: async () => {
      // What still asks behind a reply would ask, and store, in the next world.
      await stopLookUps();
      await closeDb();
      setClock(() => Date.now());
      rmSync(dataDir, { recursive: true, force: true });
    },
  });
}

type Variables = Record<string, string>;

/** What each test of a file begins with, such as a stand-in of a provider: always that of this test. */
export function forEachTest<T extends object>(start: () => Promise<T>): T {
  let current: T;
  beforeEach(async () => {
    current = await start();
  });
  return new Proxy({} as T, { get: (_, name) => Reflect.get(current, name) });
}

/** A world for each test of a file; a function where the variables are those of `forEachTest`. */
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
    /** Another instead, as after a start with other variables. */
    reopen: async (others: Variables = {}) => {
      await world.close();
      world = createWorld(others);
    },
  };
}

/** Local and at a public address is refused at the start: what only such an address changes is tested so. */
function atPublicAddress({ APP_URL, ...others }: Record<string, string>): Env {
  if (!APP_URL || others.APP_ENV === 'production') return parseEnv({ APP_URL, ...others });
  return { ...parseEnv(others), appUrl: APP_URL };
}

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > 2e9;
}

/** Of a world whose database is behind a server's protocol (`TEST_DATABASE=remote`). */
function databaseVariables(path: string): Record<string, string> {
  const { TEST_LIBSQL_URL: server } = process.env;
  if (!server) return {};
  const name = Buffer.from(path).toString('base64url');
  return { DATABASE_URL: `${server}/${name}/`, DATABASE_TOKEN: 'libsql-token' };
}
