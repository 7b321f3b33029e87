import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { beforeEach, expect, test } from 'vitest';
import { killOnExit } from '#tests/support/child-processes.ts';
import { programEnv } from '#tests/support/program-env.ts';
import { waitFor } from '#tests/support/wait-for.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resguardo-first-'));
  return () => rmSync(dataDir, { recursive: true, force: true });
});
const path = () => join(dataDir, 'resguardo.db');

test('a first start that was killed halfway can be repeated', async () => {
  const half = await halfMade();
  const found = mkdtempSync(join(dataDir, 'found-'));
  for (const end of ['', '-wal']) {
    copyFileSync(path() + end, join(found, `resguardo.db${end}`));
  }
  half.close();
  dataDir = found;
  const again = prepareElsewhere();
  await waitFor(again.ended);
  expect(again.reportedText()).toBe('prepared');
});

test('an emptied database is refused if files in the folder show that there was data', async () => {
  const half = await halfMade();
  half.close();
  keepFile();
  const again = prepareElsewhere();
  await waitFor(again.ended);
  expect(again.reportedText()).toMatch(/the database is empty/);
});

/** Stops in the first migration: an empty database, and pages of it in its log already. */
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

/** Prepares the database like a start, in a process of its own. */
function prepareElsewhere() {
  const program = `
    import { prepareDatabase } from '#lib/platform/db/prepare.ts';
    import { getEnv } from '#lib/platform/config/env.ts';
    const say = (text) => process.stdout.write(text);
    await prepareDatabase(getEnv(), process.cwd()).then(() => say('prepared'), (e) => say(e.message));`;
  const child = killOnExit(
    spawn(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...programEnv(), DATA_DIR: dataDir, LOG_LEVEL: 'silent', NODE_ENV: 'test' },
    }),
  );
  let output = '';
  let isOver = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  child.once('close', () => {
    isOver = true;
  });
  return {
    reportedText: () => output,
    ended: () => isOver,
  };
}
