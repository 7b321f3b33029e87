import { existsSync } from 'node:fs';
import { open, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import type { Env } from '#lib/platform/config/env.ts';
import { filePathOf } from '#lib/platform/db/client.ts';
import { faultOf } from '#lib/platform/db/faults.ts';
import { isFromNewerApp } from '#lib/platform/db/migrate.ts';
import { DatabaseRefused, newerProblem } from '#lib/platform/db/refused.ts';

/**
 * A file up to this size is checked before serving, which takes 0.1 s. A larger one is checked
 * later.
 */
const SMALL_BYTES = 64 * 1024 * 1024;

/**
 * Throws `DatabaseRefused` if the file is missing, empty, cut short, damaged or newer than the app,
 * but not if it cannot be opened. `needsLaterCheck` is true if the file is too large to be checked
 * completely before serving.
 */
export async function checkDatabaseFile(
  env: Env,
  root = process.cwd(),
): Promise<{ needsLaterCheck: boolean }> {
  const path = filePathOf(env.database.url);
  if (path === null) return { needsLaterCheck: false };
  const bytes = await sizeOf(path);
  if (bytes === 0) {
    const logPath = (await sizeOf(logPathOf(path))) > 0 ? logPathOf(path) : null;
    const earlierDataPath = (await findEarlierDataPath(path, env)) ?? logPath;
    if (!earlierDataPath) return { needsLaterCheck: false };
    throw new DatabaseRefused(existsSync(path) ? 'is empty' : 'is missing', path, earlierDataPath);
  }
  await checkHead(path);
  const totalBytes = bytes + (await sizeOf(logPathOf(path)));
  const client = openQuietly(path);
  try {
    if (!(await hasTables(client))) {
      // SQLite has merged its log by now. A file without tables means that a first start was
      // interrupted.
      const earlierDataPath = await findEarlierDataPath(path, env);
      if (earlierDataPath) throw new DatabaseRefused('is empty', path, earlierDataPath);
    } else if (await isFromNewerApp(client, root)) throw new DatabaseRefused(newerProblem, path);
    if (totalBytes > SMALL_BYTES) return { needsLaterCheck: true };
    const { rows } = await client.execute('pragma quick_check(1)');
    if (rows[0]?.quick_check !== 'ok') throw new DatabaseRefused('is damaged', path);
    return { needsLaterCheck: false };
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error;
    if (faultOf(error) === 'damaged') throw new DatabaseRefused('is damaged', path);
    return { needsLaterCheck: false };
  } finally {
    client.close();
  }
}

/**
 * Writes a mark beside the database, so that a later start takes a missing file for a loss and not
 * for a first start.
 */
export async function expectDatabaseFile(url: string): Promise<void> {
  const path = filePathOf(url);
  if (path === null) return;
  const text = `${path} was here. If it is gone, restore a backup; only who wants to begin anew removes this file.\n`;
  await writeFile(markPathOf(path), text, { flag: 'wx', mode: 0o600 }).catch(() => undefined);
}

const markPathOf = (path: string) => `${path}.expected`;
const logPathOf = (path: string) => `${path}-wal`;

async function findEarlierDataPath(path: string, { storage }: Env): Promise<string | null> {
  if (existsSync(markPathOf(path))) return markPathOf(path);
  if (storage?.kind !== 'local') return null;
  for (const shard of await readdir(storage.directory).catch(() => [])) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue;
    const [file] = await readdir(join(storage.directory, shard)).catch(() => []);
    if (file) return storage.directory;
  }
  return null;
}

async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path).catch(() => null);
  return stats?.size ?? 0;
}

/** Checks the file header of SQLite (sqlite.org/fileformat.html) and the size that it states. */
async function checkHead(path: string): Promise<void> {
  const head = Buffer.alloc(100);
  if ((await stat(path)).isDirectory()) throw new DatabaseRefused('is a folder', path);
  const handle = await open(path).catch(() => null);
  if (!handle) return;
  await handle.read(head, 0, head.length, 0).finally(() => handle.close());
  if (head.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new DatabaseRefused('is not a database: something else was written over it', path);
  }
  // The stated size is outdated while a write-ahead log exists, or if an old program wrote the
  // header.
  if ((await sizeOf(logPathOf(path))) > 0 || head.readUInt32BE(24) !== head.readUInt32BE(92))
    return;
  const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  const statedBytes = head.readUInt32BE(28) * pageBytes;
  // The size is read after the header, because another process that ends now could still lengthen
  // the file.
  const bytes = await sizeOf(path);
  if (statedBytes > bytes) {
    throw new DatabaseRefused(`is cut short: ${bytes} of ${statedBytes} bytes are left`, path);
  }
}

function openQuietly(path: string): Client {
  return createClient({ url: `file:${path}`, timeout: 1500 });
}

async function hasTables(client: Client): Promise<boolean> {
  const { rows } = await client.execute("select 1 from sqlite_master where name = '__migrations'");
  return rows.length > 0;
}
