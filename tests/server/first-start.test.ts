import { spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { inTurn } from '#lib/platform/db/serving-lock.ts';
import { expectDatabaseFile } from '#lib/platform/db/start-check.ts';
import { startApp } from '#tests/support/app-process.ts';
import { submit } from '#tests/support/backups.ts';
import { endWithUs } from '#tests/support/kept-children.ts';
import { programEnv } from '#tests/support/program-env.ts';
import { until } from '#tests/support/until.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resguardo-first-'));
  return () => rmSync(dataDir, { recursive: true, force: true });
});
const path = () => join(dataDir, 'resguardo.db');

describe('two processes that start at once on one fresh data directory', () => {
  test('both serve, and give each request a number of its own', async () => {
    const twins = await Promise.all([1, 2].map(() => startApp({ dataDir, until: 'healthy' })));
    try {
      const ids = await Promise.all([...twins, ...twins, ...twins].map(submit));
      expect(new Set(ids).size).toBe(6);
    } finally {
      await Promise.all(twins.map((app) => app.close()));
    }
  });

  test('the second waits while the first has made half of the database, and takes the whole', async () => {
    const { second } = await inTurn(path(), async () => {
      const half = await halfMade();
      const second = prepareElsewhere();
      await until(() => second.isAtTheLock() || second.ended());
      expect(second.said()).toBe('');
      half.close();
      const db = openDatabase(`file:${path()}`);
      await migrateDatabase(db.client);
      await expectDatabaseFile(`file:${path()}`);
      await db.close();
      keepFile();
      expect(second.said()).toBe('');
      return { second };
    });
    await until(second.ended);
    expect(second.said()).toBe('prepared');
    // The lock is free again: the next does not wait.
    const third = createClient({ url: `file:${path()}.serving`, timeout: 0 });
    (await third.transaction('write')).close();
    third.close();
  });
});

test('a first start that was killed half way is begun again, and no loss', async () => {
  const half = await halfMade();
  const found = mkdtempSync(join(dataDir, 'found-'));
  for (const end of ['', '-wal']) {
    copyFileSync(path() + end, join(found, `resguardo.db${end}`));
  }
  half.close();
  dataDir = found;
  const again = prepareElsewhere();
  await until(again.ended);
  expect(again.said()).toBe('prepared');
});

test('a database that was emptied is refused as well where only files tell of it', async () => {
  const half = await halfMade();
  half.close();
  keepFile();
  const again = prepareElsewhere();
  await until(again.ended);
  expect(again.said()).toMatch(/the database is empty/);
});

/** In the middle of its first migration: an empty database, and pages of it in its log already. */
async function halfMade() {
  const client = createClient({ url: `file:${path()}`, concurrency: 1 });
  await client.executeMultiple('pragma journal_mode = wal; pragma cache_size = 1');
  const tx = await client.transaction('write');
  await tx.execute('create table half (made blob)');
  await tx.execute('insert into half values (zeroblob(1000000))');
  expect(statSync(path()).size).toBe(4096);
  expect(statSync(`${path()}-wal`).size).toBeGreaterThan(0);
  return {
    close: () => {
      tx.close();
      client.close();
    },
  };
}

function keepFile(): void {
  mkdirSync(join(dataDir, 'files', 'ab'), { recursive: true });
  writeFileSync(join(dataDir, 'files', 'ab', 'c'.repeat(62)), 'x');
}

/** What a start does with the database, in a process of its own. */
function prepareElsewhere() {
  const program = `
    import { prepareDatabase } from '#lib/platform/db/prepare.ts';
    import { getEnv } from '#lib/platform/env.ts';
    const say = (text) => process.stdout.write(text);
    await prepareDatabase(getEnv(), process.cwd()).then(() => say('prepared'), (e) => say(e.message));`;
  const child = endWithUs(
    spawn(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...programEnv(), DATA_DIR: dataDir, LOG_LEVEL: 'silent', NODE_ENV: 'test' },
    }),
  );
  let said = '';
  let isOver = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  child.once('close', () => {
    isOver = true;
  });
  return {
    said: () => said,
    ended: () => isOver,
    /** It has opened the file whose lock it waits for. */
    isAtTheLock: () => filesOf(child.pid ?? 0).includes(`${path()}.serving`),
  };
}

function filesOf(pid: number): string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).map((fd) => readlinkSync(join(folder, fd)));
  } catch {
    return []; // not there yet, or no more
  }
}
