import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { getEnv } from '#lib/platform/env.ts';

/**
 * `npm run backup [-- folder]`: a copy of everything the app keeps locally, also while it serves.
 * The result has the layout of DATA_DIR. The database goes first: files never change once they are
 * there, so every file that the copied database names is among those copied after it, unless its
 * document was deleted or replaced meanwhile; that one is taken out of the copy.
 */
const { database, dataDir, storage } = getEnv();
const target = resolve(process.argv[2] ?? 'backups', timestamp());
const partial = `${target}.partial`;
const KEPT_FILES = `select object_key as key, size from uploads where state = 'kept'
  union all select object_key, size from documents where state in ('kept', 'waiting')`;

try {
  await mkdir(partial, { recursive: true, mode: 0o700 });
  await copyDatabase();
  const missing = await copyFiles();
  await copyIfThere(join(dataDir, 'app-secret'), join(partial, 'app-secret'));
  if (missing > 0) throw new Error(`${missing} files that the database names are missing on disk`);
  await rename(partial, target);
  console.log(`Backup: ${target}`);
} catch (error) {
  console.error(`No backup: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}

function databasePath(): string {
  if (!database.url?.startsWith('file:')) {
    throw new Error('the database is not a local file; its provider makes the backups.');
  }
  return database.url.slice('file:'.length);
}

async function copyDatabase(): Promise<void> {
  const path = databasePath();
  if (!existsSync(path)) throw new Error(`there is no database at ${path}`);
  const copy = join(partial, 'resguardo.db');
  await withClient(path, (client) => client.execute({ sql: 'vacuum into ?', args: [copy] }));
  const found = await withClient(copy, (client) => client.execute('pragma integrity_check'));
  if (found.rows[0]?.integrity_check !== 'ok') throw new Error('the copy of the database is bad');
}

/** Returns how many files that requests or vaults keep are not there. S3 keeps its own copies. */
async function copyFiles(): Promise<number> {
  if (storage?.kind !== 'local') {
    console.log('Files are in S3: not part of this backup.');
    return 0;
  }
  const to = join(partial, 'files');
  const names = existsSync(storage.directory)
    ? await readdir(storage.directory, { recursive: true })
    : [];
  for (const name of names.filter((n) => /^[0-9a-f]{2}[\\/][0-9a-f]{62}$/.test(n))) {
    await copyIfThere(join(storage.directory, name), join(to, name));
  }
  return withClient(join(partial, 'resguardo.db'), async (copy) => {
    const kept = await copy.execute(KEPT_FILES);
    let missing = 0;
    for (const { key, size } of kept.rows) {
      const name = createHash('sha256').update(String(key)).digest('hex');
      const copied = await stat(join(to, name.slice(0, 2), name.slice(2))).catch(() => null);
      if (copied?.size === Number(size)) continue;
      if (await endedMeanwhile(String(key))) {
        await copy.execute({
          sql: 'delete from documents where object_key = ?',
          args: [key ?? ''],
        });
      } else missing += 1;
    }
    return missing;
  });
}

async function endedMeanwhile(key: string): Promise<boolean> {
  return withClient(databasePath(), async (client) => {
    const sql = `select 1 from (${KEPT_FILES}) where key = ?`;
    return (await client.execute({ sql, args: [key] })).rows.length === 0;
  });
}

/** A pending upload may be swept between the listing and the copy. */
async function copyIfThere(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function withClient<T>(path: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient({ url: `file:${path}`, timeout: 5000 });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

function timestamp(): string {
  return new Date().toISOString().slice(0, 19).replaceAll(':', '-');
}
