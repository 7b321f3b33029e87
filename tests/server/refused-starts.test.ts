import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { freePort, startApp } from '#tests/support/app-process.ts';
import { makeSmallDisk } from '#tests/support/small-disk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'resguardo-refused-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

/** Returns everything that a start wrote before it ended with 1. A stack would add lines. */
async function linesOf(options: Parameters<typeof startApp>[0]): Promise<string[]> {
  const output = await startApp(options).then(
    async (app) => `started: ${await app.close()}`,
    (error: Error) => error.message,
  );
  const [first, ...lines] = output.trimEnd().split('\n');
  expect(first).toBe('The app did not start (exit 1):');
  return lines;
}

const CONFIGURATION = 'Resguardo cannot start with this configuration:';

describe('a data folder that cannot be used stops the start with one line', () => {
  test.each([
    ['itself', (file: string) => file],
    ['what lies above it', (file: string) => join(file, 'data')],
  ])('because %s is a file', async (_name, pathOf) => {
    const file = join(folder, 'file');
    writeFileSync(file, 'x');
    const dataDir = pathOf(file);
    const problem = 'is a file, or lies below one: name a folder, or move the file away';
    const expected = [CONFIGURATION, `DATA_DIR: ${dataDir} ${problem}`];
    expect(await linesOf({ dataDir })).toEqual(expected);
    const variables = { APP_SECRET: 'x'.repeat(40) };
    expect(await linesOf({ dataDir, variables })).toEqual(expected);
  });

  test.runIf(process.platform === 'linux')(
    'because the system allows no folder there',
    async () => {
      expect(await linesOf({ dataDir: '/proc/resguardo/data' })).toEqual([
        CONFIGURATION,
        'DATA_DIR: /proc/resguardo/data cannot be made there: name another folder',
      ]);
    },
  );

  test('because it belongs to another user', async () => {
    chmodSync(folder, 0o555);
    const user = isRoot ? { user: NOBODY } : {};
    const problem =
      'may not be written by the user who runs this: change its owner, or name another folder';
    expect(await linesOf({ dataDir: folder, ...user })).toEqual([
      CONFIGURATION,
      `DATA_DIR: ${folder} ${problem}`,
    ]);
    chmodSync(folder, 0o755);
  });

  test('because its disk is full before the first key is written', async () => {
    const disk = makeSmallDisk(1);
    try {
      if (!disk.isMounted) return;
      disk.fill(process.pid);
      expect(await linesOf({ dataDir: disk.path })).toEqual([
        CONFIGURATION,
        `DATA_DIR: ${disk.path} is on a full disk: make room, or name another folder`,
      ]);
    } finally {
      disk.remove();
    }
  });
});

test.each(['stopped', 'killed'])(
  'after an app was %s and its disk filled up, a new start still serves pages',
  async (end) => {
    const disk = makeSmallDisk(48);
    try {
      if (!disk.isMounted) return;
      const before = await startApp({ dataDir: disk.path });
      expect((await fetch(`${before.url}/gestiona-tu-garantia/tipo`)).status).toBe(200);
      if (end === 'killed') await before.kill9();
      else await before.stop();
      disk.fill(process.pid);
      const app = await startApp({ dataDir: disk.path, variables: { LOG_LEVEL: 'error' } });
      try {
        for (const page of ['/', '/gestiona-tu-garantia/tipo', '/login']) {
          expect([page, (await fetch(app.url + page)).status]).toEqual([page, 200]);
        }
        expect((await fetch(`${app.url}/api/health`)).status).toBe(503);
        const session = await fetch(`${app.url}/api/auth/session`);
        expect(await session.json()).toMatchObject({ authenticated: false });
      } finally {
        await app.stop();
        expect(app.output()).toContain('is on a full disk: make room, or name another folder');
      }
    } finally {
      disk.remove();
    }
  },
);

describe('an unusable local APP_SECRET stops the start with one line', () => {
  test('because its file is empty, as a full disk leaves it', async () => {
    const path = join(folder, 'app-secret');
    writeFileSync(path, '');
    expect(await linesOf({ dataDir: folder })).toEqual([
      CONFIGURATION,
      `APP_SECRET: ${path} is empty or cut short: bring it back from a backup, or remove it, which ends all sessions and links`,
    ]);
  });

  test('because its file cannot be read', async () => {
    const path = join(folder, 'app-secret');
    writeFileSync(path, 'x'.repeat(64), { mode: 0 });
    if (isRoot) chownSync(folder, NOBODY, NOBODY);
    const user = isRoot ? { user: NOBODY } : {};
    expect(await linesOf({ dataDir: folder, ...user })).toEqual([
      CONFIGURATION,
      `APP_SECRET: ${path} cannot be read: EACCES`,
    ]);
  });
});

test('a folder in the place of the database stops the start like a damaged database', async () => {
  mkdirSync(join(folder, 'resguardo.db'));
  const [first, second] = await linesOf({ dataDir: folder });
  expect([first, second]).toEqual([
    'Resguardo does not start: the database is a folder.',
    `  Where: ${join(folder, 'resguardo.db')}`,
  ]);
});

test('a port in use stops the start with one line', async () => {
  const PORT = `${await freePort()}`;
  const other = createServer().listen(Number(PORT), '127.0.0.1');
  const lines = await linesOf({ dataDir: folder, variables: { PORT } });
  other.close();
  expect(lines.findLast((line) => !line.startsWith('{'))).toMatch(
    /^Resguardo cannot listen on .*EADDRINUSE/,
  );
  expect(lines.join('\n')).not.toMatch(/^ +at /m);
});

test('an unforeseen error ends the start with exit code 1 instead of leaving an idle process', async () => {
  const variables = { DATABASE_URL: 'file:%ff.db', LOG_LEVEL: 'silent' };
  expect(await linesOf({ dataDir: folder, variables })).toEqual([
    'Resguardo cannot start: URI malformed',
  ]);
});
