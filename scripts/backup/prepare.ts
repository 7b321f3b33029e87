import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Client } from '@libsql/client';
import { formatSize } from '#lib/platform/chile/format.ts';
import { isFromNewerApp, migrateDatabase } from '#lib/platform/db/migrate.ts';
import type { MasterKey } from '#lib/platform/storage/encryption/encrypted-file.ts';
import { KEPT_FILES, withClient } from '#scripts/backup/database.ts';
import { decryptFile } from '#scripts/backup/encryption.ts';
import { type BackedUpFile, fingerprint, flush, type Manifest } from '#scripts/backup/manifest.ts';

/** Paths at which the configuration keeps its data. */
export type DataPlaces = {
  database: string;
  dataDir: string;
  storage: 'local' | 's3' | 'none';
  backupKey?: MasterKey | undefined;
};

/** A file or folder at `from` that is ready to be renamed to `to`. */
export type Prepared = { from: string; to: string };

const BESIDE = '.restoring';
const SKIPPED_NUMBERS = 1000;

/**
 * Copies a backup beside the data that it replaces, and checks bytes, database and the files of all
 * rows. Applies missing migrations. Throws a message for the operator.
 */
export async function prepare(
  from: string,
  manifest: Manifest,
  place: DataPlaces,
  root: string,
): Promise<Prepared[]> {
  const targets = targetsOf(place);
  await discard(place);
  for (const folder of [place.dataDir, dirname(place.database)]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  await refuseWithoutSpace(manifest, place);
  if (manifest.head.storage === 'local') await mkdir(targets.files + BESIDE, { mode: 0o700 });
  const pathOf = ({ path }: BackedUpFile) => {
    if (path === 'resguardo.db') return targets.database + BESIDE;
    if (path === 'app-secret') return targets.secret + BESIDE;
    return targets.files + BESIDE + path.slice('files'.length);
  };
  for (const file of manifest.files) {
    await copyChecked(join(from, file.path), pathOf(file), file, place.backupKey);
  }
  await checkDatabase(targets.database + BESIDE, manifest, root);
  await handOver(place, manifest.files.map(pathOf));
  // The database comes last, because the app cannot start without it.
  return [targets.files, targets.secret, targets.database]
    .map((to) => ({ from: to + BESIDE, to }))
    .filter((file) => existsSync(file.from));
}

/** Removes the copies that `prepare` made. */
export async function discard(place: DataPlaces): Promise<void> {
  for (const path of Object.values(targetsOf(place))) {
    await rm(path + BESIDE, { recursive: true, force: true });
  }
}

export function targetsOf({ database, dataDir }: DataPlaces) {
  return { database, files: join(dataDir, 'files'), secret: join(dataDir, 'app-secret') };
}

async function refuseWithoutSpace({ bytes }: Manifest, { dataDir }: DataPlaces): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize > bytes) return;
  throw new Error(`${formatSize(bytes)} are needed at ${dataDir}, where less is free.`);
}

async function copyChecked(
  from: string,
  to: string,
  wanted: BackedUpFile,
  key: MasterKey | undefined,
): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    if (!key) await copyFile(from, to, constants.COPYFILE_FICLONE);
    const copied = await fingerprint(key ? from : to);
    if (copied.size !== wanted.size || copied.sha256 !== wanted.sha256) {
      throw new Error(`the backup is damaged: ${wanted.path} is not what was backed up.`);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`the backup is damaged: ${wanted.path} is missing.`);
  }
  if (key) await decryptFile(to, from, { key, path: wanted.path });
  await chmod(to, 0o600);
  await flush(to);
}

async function checkDatabase(path: string, { head, files }: Manifest, root: string): Promise<void> {
  if (!existsSync(path)) throw new Error('the backup has no database in it.');
  await withClient(path, async (client) => {
    const integrity = await client.execute('pragma integrity_check').catch(() => null);
    if (integrity?.rows[0]?.integrity_check !== 'ok') {
      throw new Error('the database in the backup is damaged.');
    }
    if (await isFromNewerApp(client, root)) {
      throw new Error(`it was made by a newer version (${head.app}): upgrade Resguardo first.`);
    }
    await migrateDatabase(client, root);
    if (head.trail) {
      const sql = 'select 1 from audit_days where day = ? and digest = ?';
      const rows = await client.execute({ sql, args: [head.trail.day, head.trail.digest] });
      if (rows.rows.length === 0) throw new Error('its audit trail is not that of its manifest.');
    }
    await skipNumbers(client);
    if (head.storage !== 'local') return;
    const present = new Set(files.map((file) => file.path.replace(/^files|\//g, '')));
    const { rows } = await client.execute(KEPT_FILES);
    const name = (key: unknown) => createHash('sha256').update(String(key)).digest('hex');
    const missing = rows.filter(({ key }) => !present.has(name(key)));
    if (missing.length > head.missing) {
      throw new Error(`${missing.length} files are not in the backup.`);
    }
  });
  await flush(path);
}

/**
 * Skips ids that may have been used after the backup. Mails, receipts and the CRM mention them: if
 * they were used again, a link signed for one person's request would open another person's. Ids of
 * audit events are not skipped, because a gap among them means a removed event.
 */
async function skipNumbers(client: Client): Promise<void> {
  await client.execute(`insert into sqlite_sequence (name, seq)
    select name, 0 from sqlite_master where type = 'table' and sql like '%autoincrement%'
    and name not in (select name from sqlite_sequence)`);
  await client.execute(`update sqlite_sequence set seq = seq + ${SKIPPED_NUMBERS}
    where name <> 'audit_events'`);
}

/** Gives files restored by root to the owner of the folder, because the app must write them. */
async function handOver({ dataDir, database }: DataPlaces, paths: string[]): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dataDir);
  const isBeside = (path: string) => path.includes(BESIDE);
  const folders = paths.flatMap((path) => [dirname(path), dirname(dirname(path))]).filter(isBeside);
  const lock = `${database}.serving`;
  for (const path of new Set([...paths, ...folders, lock])) await chown(path, uid, gid);
}
