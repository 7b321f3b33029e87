import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { appendFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDb } from '#lib/platform/db/client.ts';
import { lockAgainstServing } from '#lib/platform/db/file/serving-lock.ts';
import { setClock } from '#lib/platform/process/clock.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import {
  APP_SECRET,
  copyBackup,
  dataDirContent,
  postRequest,
  rewriteManifest,
  runCommand,
  runRestore,
  uploadDocument,
} from '#tests/support/backups.ts';
import { pathsOpenToOthers } from '#tests/support/file-permissions.ts';
import { samples } from '#tests/support/sample-files.ts';
import { liveCalls } from '#tests/support/typical-calls.ts';
import { makeCompany } from '#tests/support/vault.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createWorld, type World } from '#tests/support/world.ts';

/** Matches the exit code of a script and a part of its output. */
const result = (exitCode: number, part: string) => ({
  exitCode,
  output: expect.stringContaining(part),
});
const folder = mkdtempSync(join(tmpdir(), 'resguardo-restore-'));

let world: World;
let app: AppProcess;
/** The backup is made while people write, and restored into the empty folder `fresh`. */
let backup: string;
const fresh = join(folder, 'fresh');
const s3 = {
  ...{ STORAGE: 's3', S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'b' },
  ...{ S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' },
};
let session: string;
/** Address of a file that was attached to a request before. */
let attached: URL;

beforeAll(async () => {
  world = createWorld();
  setClock(() => Date.now());
  session = (await makeCompany()).service_session ?? '';
  await closeDb();
  app = await startApp({ dataDir: world.dataDir, variables: { APP_SECRET } });
  await uploadDocument(app, session, 'contrato');
  const calls = liveCalls(app);
  const { downloadUrl = '' } = (await calls.attach()).body;
  attached = new URL(downloadUrl);
  expect((await calls.submit(downloadUrl)).status).toBe(200);
  let written = 0;
  let busy = true;
  const meanwhile = (async () => {
    for (; busy; written += 1) await Promise.all([uploadDocument(app, session), postRequest(app)]);
  })();
  await waitFor(() => written > 0);
  const backupResult = await runCommand('backup', [folder], { DATA_DIR: world.dataDir });
  busy = false;
  await meanwhile;
  backup = /^Backup: (.+)$/m.exec(backupResult.output)?.[1] ?? backupResult.output;
  const restored = await runRestore(backup, fresh);
  expect(restored).toMatchObject(result(0, 'Restored: '));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  test('made while people write is restored completely into an empty folder', async () => {
    expect(readdirSync(backup).sort()).toEqual(['files', 'manifest.jsonl', 'resguardo.db']);
    const content = await dataDirContent(fresh);
    expect(content).toEqual(await dataDirContent(backup));
    expect(content.rows.submissions?.length).toBeGreaterThan(1);
    expect(content.files.length).toBeGreaterThan(0);
    const health = await runCommand('doctor', [], { DATA_DIR: fresh });
    expect(health).toMatchObject(result(0, 'clean'));
    expect(pathsOpenToOthers(backup)).toEqual([]);
    // A backup has the layout of the data.
    const started = join(folder, 'started');
    await cp(backup, started, { recursive: true });
    const again = await startApp({ dataDir: started, until: 'healthy', variables: { APP_SECRET } });
    const file = await liveCalls(again).get(attached.pathname + attached.search);
    expect([file.status, file.bytes.equals(samples.pdf)]).toEqual([200, true]);
    expect(await postRequest(again)).toBeGreaterThan(content.rows.submissions?.length ?? 0);
    await again.close();
  });

  test('of an installation without any file can be restored too', async () => {
    const without = createWorld();
    await closeDb();
    const { dataDir } = without;
    const backupResult = await runCommand('backup', [join(folder, 'early')], { DATA_DIR: dataDir });
    const early = /^Backup: (.+)$/m.exec(backupResult.output)?.[1] ?? backupResult.output;
    expect(readdirSync(early).sort()).toEqual(['manifest.jsonl', 'resguardo.db']);
    const target = join(folder, 'early-again');
    expect(await runRestore(early, target)).toMatchObject({ exitCode: 0 });
    expect(await runCommand('doctor', [], { DATA_DIR: target })).toMatchObject(result(0, 'clean'));
    await without.close();
  });

  test('when restored, skips the request numbers that may have been given after it', async () => {
    const client = createClient({ url: `file:${join(fresh, 'resguardo.db')}` });
    const { rows } = await client.execute(
      "select seq, (select max(id) from submissions) last from sqlite_sequence where name = 'submissions'",
    );
    client.close();
    expect(Number(rows[0]?.seq)).toBe(Number(rows[0]?.last) + 1000);
  });

  test('is not restored under a running server, even with --force', async () => {
    const before = await dataDirContent(backup);
    const { exitCode, output } = await runRestore(backup, world.dataDir, '--force');
    expect(exitCode).toBe(1);
    expect(output).toMatch(/is running/);
    expect(await dataDirContent(backup)).toEqual(before);
    await postRequest(app);
    expect(readdirSync(world.dataDir).filter((name) => /restor/.test(name))).toEqual([]);
  });

  test('that is being restored keeps the app from starting', async () => {
    const target = join(folder, 'busy');
    expect(await lockAgainstServing(join(target, 'resguardo.db'))).toBe(true);
    const started = startApp({ dataDir: target });
    await expect(started).rejects.toThrow(/exit 1.*\n.*is being restored from a backup/);
  });

  test('replaces existing data only with --force, and keeps the old data beside it', async () => {
    const used = join(folder, 'used');
    await cp(fresh, used, { recursive: true });
    await writeFile(join(used, 'resguardo.db'), 'no database at all');
    const refused = await runRestore(backup, used);
    expect(refused).toMatchObject(result(1, '--force'));
    expect(readFileSync(join(used, 'resguardo.db'), 'utf8')).toBe('no database at all');

    expect((await runRestore(backup, used, '--force')).exitCode).toBe(0);
    expect(await dataDirContent(used)).toEqual(await dataDirContent(backup));
    const remaining = readdirSync(used).filter((name) => name.includes('.before-restore-'));
    const old = remaining.find((name) => name.startsWith('resguardo.db')) ?? '';
    expect(readFileSync(join(used, old), 'utf8')).toBe('no database at all');
    expect(remaining.some((name) => name.startsWith('files'))).toBe(true);
    expect((await runCommand('doctor', [], { DATA_DIR: used })).output).toContain('clean');
  });

  test('is restored into the folder that is named, even if the app is configured to keep files elsewhere', async () => {
    const elsewhere = { ...s3, DATABASE_URL: `file:${join(folder, 'never', 'x.db')}` };
    const refused = await runCommand('restore', [backup], elsewhere);
    expect(refused).toMatchObject(result(1, 'STORAGE=local'));
    expect(existsSync(join(folder, 'never'))).toBe(false);
    const named = join(folder, 'named');
    const { exitCode } = await runCommand('restore', [backup, '--to', named], elsewhere);
    expect(exitCode).toBe(0);
    expect(await dataDirContent(named)).toEqual(await dataDirContent(backup));
  });

  test('says that files in S3 are not part of it, and is refused for a database server', async () => {
    const settings = { ...s3, DATA_DIR: fresh };
    const backupResult = await runCommand('backup', [join(folder, 'of-s3')], settings);
    expect(backupResult).toMatchObject(result(0, 'not part of this backup'));
    const copy = /^Backup: (.+)$/m.exec(backupResult.output)?.[1] ?? '';
    expect(readdirSync(copy)).toEqual(['manifest.jsonl', 'resguardo.db']);
    const target = { ...s3, DATA_DIR: join(folder, 'from-s3') };
    const restored = await runCommand('restore', [copy], target);
    expect(restored).toMatchObject(result(0, 'left as they are'));

    const server = { DATABASE_URL: 'libsql://db.example', DATABASE_TOKEN: 't' };
    for (const [script, ...args] of [['backup'], ['restore', copy]] as const) {
      const refused = await runCommand(script, args, server);
      expect(refused).toMatchObject(result(1, 'docs/operations.md'));
    }
  });
});

describe('a damaged backup is refused and changes nothing', () => {
  const cases: [string, RegExp, (copy: string) => Promise<void>][] = [
    ['no manifest', /is not a backup/, (copy) => rm(join(copy, 'manifest.jsonl'))],
    [
      'a manifest that is cut short',
      /manifest\.jsonl is damaged/,
      async (copy) => {
        const lines = readFileSync(join(copy, 'manifest.jsonl'), 'utf8').trim().split('\n');
        await writeFile(join(copy, 'manifest.jsonl'), lines.slice(0, -1).join('\n'));
      },
    ],
    [
      'a path that leads elsewhere',
      /manifest\.jsonl is damaged/,
      async (copy) => {
        const path = join(copy, 'manifest.jsonl');
        await writeFile(path, readFileSync(path, 'utf8').replace('resguardo.db', '../elsewhere'));
      },
    ],
    [
      'a changed file',
      /is not what was backed up/,
      async (copy) => {
        const [file] = (await dataDirContent(copy)).files;
        await appendFile(
          join(copy, 'files', file?.slice(0, 2) ?? '', file?.slice(2, 64) ?? ''),
          'x',
        );
      },
    ],
    ['a missing file', /is missing/, (copy) => rm(join(copy, 'resguardo.db'))],
    [
      'migrations of a newer version',
      /newer version/,
      async (copy) => {
        const client = createClient({ url: `file:${join(copy, 'resguardo.db')}` });
        await client.execute("insert into __migrations (hash, created_at) values ('x', 9e12)");
        client.close();
        await rewriteManifest(copy);
      },
    ],
    [
      'a database whose pages are broken',
      /database in the backup is damaged/,
      async (copy) => {
        const bytes = readFileSync(join(copy, 'resguardo.db'));
        bytes.fill(0x5a, 4096, 40_000);
        await writeFile(join(copy, 'resguardo.db'), bytes);
        await rewriteManifest(copy);
      },
    ],
  ];

  test.each(cases)('because of %s', async (name, reason, damage) => {
    const copy = await copyBackup(backup, folder, `copy-${name}`);
    await damage(copy);
    const target = join(folder, `target-${name}`);
    await mkdir(target);
    const { exitCode, output } = await runRestore(copy, target);
    expect(output).toMatch(reason);
    expect(exitCode).toBe(1);
    const left = existsSync(target) ? readdirSync(target) : [];
    expect(left.filter((file) => file !== 'resguardo.db.serving')).toEqual([]);
  });
});
