import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { copyFile, cp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLastBackup } from '#lib/domain/health/last-backup.ts';
import { closeDb } from '#lib/platform/db/client.ts';
import { setClock } from '#lib/platform/process/clock.ts';
import { createMasterKey } from '#lib/platform/storage/encryption/encrypted-file.ts';
import { dataDirContent, runCommand } from '#tests/support/backups.ts';
import { pathsOpenToOthers } from '#tests/support/file-permissions.ts';
import { samples } from '#tests/support/sample-files.ts';
import { makeCompany, uploadToVault } from '#tests/support/vault.ts';
import { createWorld, type World } from '#tests/support/world.ts';

const keyOf = (n: number) => Buffer.alloc(32, n).toString('base64');
const idOf = (n: number) => createMasterKey(Buffer.alloc(32, n)).id;
const BACKUP_KEY = keyOf(7);
const folder = mkdtempSync(join(tmpdir(), 'resguardo-sealed-'));
const MARK = 'secreto-en-el-nombre';
let world: World;
let backup = '';

let backups = 0;
const created = async (variables: Record<string, string>) => {
  backups += 1;
  const { output } = await runCommand('backup', [join(folder, `${backups}`)], {
    DATA_DIR: world.dataDir,
    ...variables,
  });
  return /^Backup: (.+)$/m.exec(output)?.[1] ?? output;
};
const restored = (from: string, name: string, variables: Record<string, string> = {}) =>
  runCommand('restore', [from, '--to', join(folder, name)], variables);

beforeAll(async () => {
  world = createWorld({ FILES_KEY: keyOf(1) });
  setClock(() => Date.now());
  const cookies = await makeCompany();
  await uploadToVault(cookies, 'e_rut', { name: `${MARK}.pdf`, bytes: samples.pdf });
  await uploadToVault(cookies, 'contrato');
  await closeDb();
  await writeFile(join(world.dataDir, 'app-secret'), MARK.padEnd(40, '.'));
  backup = await created({ BACKUP_KEY, FILES_KEY: keyOf(1) });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a backup with BACKUP_KEY', () => {
  test('holds nothing in the clear, can be read by its user only, and restores the same files and keys', async () => {
    const names = readdirSync(backup, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile());
    expect(files.length).toBe(5);
    for (const { parentPath, name } of files) {
      const bytes = readFileSync(join(parentPath, name));
      expect(bytes.includes('SQLite format'), name).toBe(false);
      expect(bytes.includes(MARK), name).toBe(false);
      expect(bytes.includes('sha256'), name).toBe(false);
    }
    expect(pathsOpenToOthers(backup)).toEqual([]);
    expect(readdirSync(world.dataDir).filter((name) => name.includes('backup'))).toEqual([
      'last-backup.json',
    ]);
    const { exitCode, output } = await restored(backup, 'again', { BACKUP_KEY });
    expect({ exitCode, output }).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Restored: '),
    });
    const again = join(folder, 'again');
    expect((await dataDirContent(again)).files).toEqual(
      (await dataDirContent(world.dataDir)).files,
    );
    expect(readFileSync(join(again, 'app-secret'), 'utf8')).toContain(MARK);
    expect(pathsOpenToOthers(again)).toEqual([]);
    const look = { DATA_DIR: again, FILES_KEY: keyOf(1) };
    expect(await runCommand('doctor', [], look)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('clean'),
    });
  });

  test.each([
    ['without it', {}, `encrypted under the key ${idOf(7)}, and BACKUP_KEY is not set`],
    ['with another', { BACKUP_KEY: keyOf(8) }, `${idOf(7)}, and BACKUP_KEY is ${idOf(8)}`],
  ])(
    'is not restored %s, and the error says why',
    async (name, variables: Record<string, string>, words) => {
      const { exitCode, output } = await restored(backup, name, variables);
      expect({ exitCode, output }).toMatchObject({
        exitCode: 1,
        output: expect.stringContaining(words),
      });
      expect(existsSync(join(folder, name))).toBe(false);
    },
  );

  test.each([
    ['one of its files altered', 'resguardo.db', 'resguardo.db is not what was backed up'],
    ['its manifest altered', 'manifest.jsonl', 'manifest.jsonl does not open'],
  ])('is not restored with %s', async (name, path, words) => {
    const copy = join(folder, `altered ${path}`);
    await cp(backup, copy, { recursive: true });
    const bytes = readFileSync(join(copy, path));
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await writeFile(join(copy, path), bytes);
    const { exitCode, output } = await restored(copy, name, { BACKUP_KEY });
    expect({ exitCode, output }).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining(words),
    });
  });

  test('is not restored with a file of another backup; with the key set, an unencrypted backup is refused too', async () => {
    const other = await created({ BACKUP_KEY, FILES_KEY: keyOf(1) });
    const plain = await created({ FILES_KEY: keyOf(1) });
    expect(readFileSync(join(plain, 'resguardo.db')).includes('SQLite format')).toBe(true);
    await copyFile(join(other, 'resguardo.db'), join(backup, 'resguardo.db'));
    expect(await restored(backup, 'mixed', { BACKUP_KEY })).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('resguardo.db is not what was backed up'),
    });
    expect(await restored(plain, 'plain', { BACKUP_KEY })).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('this backup is not encrypted, and BACKUP_KEY is set'),
    });
    expect(await restored(plain, 'plain')).toMatchObject({ exitCode: 0 });
  });
});

test('a backup that lacks files says how many, is noted as incomplete and can be restored', async () => {
  const data = join(folder, 'incomplete');
  // SQLite may remove its shared memory while the folder is copied, and makes it again.
  const filter = (source: string) => !source.endsWith('-shm');
  await cp(world.dataDir, data, { recursive: true, filter });
  const [first = ''] = (await dataDirContent(data)).files;
  await rm(join(data, 'files', first.slice(0, 2), first.slice(2, 64)));
  const target = join(folder, 'of-incomplete');
  expect(
    await runCommand('backup', [target], { DATA_DIR: data, FILES_KEY: keyOf(1) }),
  ).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('1 files that the database names are missing on disk'),
  });
  expect(readdirSync(target)).toEqual([expect.stringMatching(/^20/)]);
  expect(await readLastBackup(data)).toMatchObject({ missing: 1 });
  const [created = ''] = readdirSync(target);
  expect(await restored(join(target, created), 'incomplete-again')).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('1 files were missing when it was made'),
  });
});
