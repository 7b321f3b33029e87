import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { recordBackup } from '#lib/domain/health/last-backup.ts';
import { formatSize } from '#lib/platform/chile/format.ts';
import { createMasterKey, encryptedSize } from '#lib/platform/storage/encryption/encrypted-file.ts';
import packageJson from '#package.json' with { type: 'json' };
import {
  DATABASE,
  databasePath,
  KEPT_FILES,
  lastSealOf,
  withClient,
} from '#scripts/backup/database.ts';
import { encryptFile } from '#scripts/backup/encryption.ts';
import { flush, writeManifest } from '#scripts/backup/manifest.ts';
import { loadSettingsOfData } from '#scripts/existing-data.ts';

/**
 * `npm run backup [-- folder]` copies all local data, even while the app serves. `npm run restore`
 * reads the copy. It has the layout of DATA_DIR and a manifest, and `BACKUP_KEY` encrypts it. The
 * database is copied first: stored files never change, so those that it names can be copied later.
 * Documents that are deleted or replaced in between are removed from the copy.
 */
const { database, dataDir, storage, backupKey } = loadSettingsOfData();
const [folder = 'backups'] = process.argv.slice(2);
if (folder.startsWith('-')) {
  console.error(
    `${folder} is no folder. npm run backup [-- folder] copies into one; see docs/operations.md.`,
  );
  process.exit(2);
}
const target = resolve(folder, timestamp());
const partial = `${target}.partial`;
const key = backupKey && createMasterKey(backupKey);
const copied: string[] = [];
const sizes = new Map<string, number>();
/**
 * The plain copy for an encrypted backup lies beside the database, never in the backup's folder.
 */
const copy = key ? join(dataDir, `${DATABASE}.backup`) : join(partial, DATABASE);

try {
  await mkdir(partial, { recursive: true, mode: 0o700 });
  await copyDatabase();
  const missing = await copyFiles();
  await copyIfThere(dataDir, 'app-secret');
  const trail = await lastSealOf(copy);
  if (key)
    await encryptFile(join(partial, DATABASE), createReadStream(copy), { key, path: DATABASE });
  const { files, bytes } = await writeManifest(
    partial,
    { ...head(), trail, missing: missing.length },
    copied,
    key,
  );
  await rename(partial, target);
  await flush(dirname(target));
  console.log(`Backup: ${target}`);
  const sealed = key ? `, encrypted under the key ${key.id}` : '';
  console.log(`${files.length} files, ${formatSize(bytes)}${sealed}. Copy it off this machine.`);
  if (trail) console.log(`Audit trail sealed up to ${trail.day}, digest ${trail.digest}.`);
  if (missing.length > 0) {
    const first = missing.slice(0, 5).join(', ');
    console.error(
      `The backup is incomplete: ${missing.length} files that the database names are missing on disk (${first}${missing.length > 5 ? ', …' : ''}). \`npm run doctor\` lists them.`,
    );
    process.exitCode = 1;
  }
  await recordBackup(dataDir, { madeAt: Date.now(), folder: target, missing: missing.length });
} catch (error) {
  await rm(partial, { recursive: true, force: true });
  console.error(`No backup: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  if (key) await rm(copy, { force: true });
}

function head() {
  return {
    format: 1 as const,
    app: packageJson.version,
    madeAt: new Date().toISOString(),
    storage: storage?.kind ?? ('none' as const),
  };
}

async function copyDatabase(): Promise<void> {
  const path = databasePath(database.url);
  if (!existsSync(path)) throw new Error(`there is no database at ${path}`);
  copied.push(DATABASE);
  await rm(copy, { force: true }); // A killed backup may have left one.
  await withClient(path, (client) => client.execute({ sql: 'vacuum into ?', args: [copy] }));
  await chmod(copy, 0o600);
  const check = await withClient(copy, (client) => client.execute('pragma integrity_check'));
  if (check.rows[0]?.integrity_check !== 'ok') throw new Error('the copy of the database is bad');
}

/**
 * Copies stored files and returns the keys of missing ones. Files in S3 are not part of a backup.
 */
async function copyFiles(): Promise<string[]> {
  if (!storage) return [];
  if (storage.kind === 's3') {
    console.log('The files are in S3, which keeps them: they are not part of this backup.');
    return [];
  }
  const names = existsSync(storage.directory)
    ? await readdir(storage.directory, { recursive: true })
    : [];
  for (const name of names.filter((n) => /^[0-9a-f]{2}[\\/][0-9a-f]{62}$/.test(n))) {
    await copyIfThere(dirname(storage.directory), join('files', name));
  }
  return withClient(copy, async (client) => {
    const rows = await client.execute(KEPT_FILES);
    const missing: string[] = [];
    for (const { key: object, size } of rows.rows) {
      const name = createHash('sha256').update(String(object)).digest('hex');
      const knownSize = sizes.get(join('files', name.slice(0, 2), name.slice(2)));
      if (knownSize === Number(size) || knownSize === encryptedSize(Number(size))) continue;
      if (await hasEndedMeanwhile(String(object))) {
        await client.execute({
          sql: 'delete from documents where object_key = ?',
          args: [object ?? ''],
        });
      } else missing.push(String(object));
    }
    return missing;
  });
}

async function hasEndedMeanwhile(key: string): Promise<boolean> {
  return withClient(databasePath(database.url), async (client) => {
    const sql = `select 1 from (${KEPT_FILES}) where key = ?`;
    return (await client.execute({ sql, args: [key] })).rows.length === 0;
  });
}

/**
 * Copies a file. Skips a missing one: a pending upload may be deleted between listing and copying.
 */
async function copyIfThere(from: string, path: string): Promise<void> {
  const to = join(partial, path);
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    if (key) {
      // Size and content come from one handle, so that they match even if the file is replaced.
      const handle = await open(join(from, path));
      sizes.set(path, (await handle.stat()).size);
      await encryptFile(to, handle.createReadStream(), { key, path });
    } else {
      await copyFile(join(from, path), to, constants.COPYFILE_FICLONE);
      await chmod(to, 0o600); // A copy keeps the mode of the original.
      sizes.set(path, (await stat(to)).size);
    }
    copied.push(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function timestamp(): string {
  return new Date().toISOString().slice(0, 19).replaceAll(':', '-');
}
