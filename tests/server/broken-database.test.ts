import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getEnv, parseEnv } from '#lib/platform/config/env.ts';
import { getDb, pingDatabase } from '#lib/platform/db/client.ts';
import { isDamaged } from '#lib/platform/db/faults.ts';
import { checkDatabaseLater } from '#lib/platform/db/file/check-later.ts';
import { checkDatabaseFile } from '#lib/platform/db/file/start-check.ts';
import { startApp } from '#tests/support/app-process.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createWorld } from '#tests/support/world.ts';

/** Each fault has a copy of a data folder that the app left behind. */
let original: string;
let dataDir: string;
const database = () => join(dataDir, 'resguardo.db');

beforeAll(async () => {
  const app = await startApp();
  for (let n = 0; n < 20; n += 1) {
    const response = await fetch(`${app.url}/api/guarantees/public`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(publicBody),
    });
    expect(response.status).toBe(200);
  }
  await app.stop();
  original = app.dataDir;
  const client = createClient({ url: `file:${join(original, 'resguardo.db')}` });
  await client.executeMultiple('pragma wal_checkpoint(truncate)');
  client.close();
});
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resguardo-broken-'));
  for (const name of readdirSync(original)) {
    if (statSync(join(original, name)).isFile()) {
      writeFileSync(join(dataDir, name), readFileSync(join(original, name)));
    }
  }
  return () => rmSync(dataDir, { recursive: true, force: true });
});
afterAll(() => rmSync(original, { recursive: true, force: true }));

const check = () => checkDatabaseFile(parseEnv({ DATA_DIR: dataDir, APP_SECRET: 'x'.repeat(40) }));
const refusal = () =>
  check().then(
    () => 'started',
    (error: Error) => error.message,
  );

function remove(): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${database()}${end}`, { force: true });
}

function overwrite(at: number, bytes: Buffer): void {
  const file = openSync(database(), 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

/** Spoils one page in the middle, like a failing disk. */
const spoilPage = () => overwrite(4096 * 3, Buffer.alloc(4096, 0xa5));

/** Empties the log explicitly: the connection ends only when its object is collected. */
async function pretendNewer(): Promise<void> {
  const client = createClient({ url: `file:${database()}` });
  await client.executeMultiple(`
    insert into __migrations (hash, created_at) values ('of-tomorrow', 99999999999999);
    pragma wal_checkpoint(truncate)`);
  client.close();
}

const faults: [name: string, damage: () => unknown, output: RegExp][] = [
  ['removed', remove, /the database is missing/],
  ['emptied', () => truncateSync(database(), 0), /the database is empty/],
  ['cut short', () => truncateSync(database(), 40_960), /is cut short: 40960 of \d+ bytes/],
  ['cut inside a page', () => truncateSync(database(), 5000), /is cut short/],
  [
    'cut by its last page',
    () => truncateSync(database(), statSync(database()).size - 4096),
    /is cut short/,
  ],
  ['overwritten', () => overwrite(0, Buffer.alloc(9000, 'basura')), /is not a database/],
  ['spoilt in one page', spoilPage, /the database is damaged/],
  ['from a newer version', pretendNewer, /written by a newer version/],
];

describe('a large database file', () => {
  test('is checked while the app serves, and damage that is found shows in health', async () => {
    const world = createWorld({ DATA_DIR: dataDir });
    try {
      truncateSync(database(), 80 * 1024 * 1024);
      expect(await check()).toEqual({ needsLaterCheck: true });
      spoilPage();
      expect(await pingDatabase(getDb()).then(() => 'well')).toBe('well');
      checkDatabaseLater(getEnv());
      await waitFor(isDamaged);
      await expect(pingDatabase(getDb())).rejects.toThrow('unavailable');
    } finally {
      await world.close();
    }
  });
});

describe('at its start the app', () => {
  test('accepts the database that it left behind, and an empty folder', async () => {
    expect(await refusal()).toBe('started');
    dataDir = mkdtempSync(join(dataDir, 'fresh-'));
    expect(await refusal()).toBe('started');
    expect(existsSync(database())).toBe(false);
  });

  test.each(faults)(
    'refuses a database that was %s, names file and remedy, and changes nothing',
    async (_name, damage, reportedText) => {
      await damage();
      const before = listing();
      const text = await refusal();
      expect(text).toMatch(reportedText);
      expect(text).toContain(`Where: ${database()}`);
      expect(text).toContain('npm run restore -- <folder of a backup>');
      expect(listing()).toEqual(before);
    },
  );

  test('reports a damaged database once, exits with 1 and names the newest complete backup', async () => {
    for (const name of [
      '2026-11-18T03-00-00',
      '2026-11-19T03-00-00',
      '2026-11-20T03-00-00.partial',
    ]) {
      mkdirSync(join(dataDir, 'backups', name), { recursive: true });
      writeFileSync(join(dataDir, 'backups', name, 'resguardo.db'), '');
    }
    spoilPage();
    const before = listing();
    const failure = await startApp({ dataDir }).then(
      async (app) => `started: ${await app.close()}`,
      (error: Error) => error.message,
    );
    const newest = join(dataDir, 'backups', '2026-11-19T03-00-00');
    expect(failure).toContain('(exit 1)');
    expect(failure.split('\n').slice(1, 5)).toEqual([
      'Resguardo does not start: the database is damaged.',
      `  Where: ${database()}`,
      '  Nothing was changed.',
      `  Restore a backup: npm run restore -- ${newest}`,
    ]);
    expect(listing()).toEqual(before);
  });

  test('takes a missing database for lost if files are left, and otherwise for a first start', async () => {
    remove();
    rmSync(`${database()}.expected`);
    expect(await refusal()).toBe('started');
    mkdirSync(join(dataDir, 'files', 'ab'), { recursive: true });
    expect(await refusal()).toBe('started');
    writeFileSync(join(dataDir, 'files', 'ab', 'c'.repeat(62)), 'x');
    expect(await refusal()).toMatch(/is missing.*begin anew.*move away .*files/s);
  });
});

/** Returns every byte of the database and other files, without SQLite's shared memory. */
function listing(): [string, string][] {
  return (
    readdirSync(dataDir)
      // The mark of the serving process is a lock and no data, like the shared memory.
      .filter(
        (name) =>
          !/(-shm|\.serving.*|\.served-by)$/.test(name) && statSync(join(dataDir, name)).isFile(),
      )
      .map((name) => [name, readFileSync(join(dataDir, name))] as const)
      .filter(([name, bytes]) => !(name.endsWith('-wal') && bytes.length === 0))
      .map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')])
  );
}
