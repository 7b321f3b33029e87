import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  access,
  constants,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { byteStreamOfFile } from '#lib/platform/storage/sending.ts';
import type { ObjectStore, StoredObject } from '#lib/platform/storage/storage.ts';
import { nullIfMissing, storeRefusal } from '#lib/platform/storage/store-faults.ts';

/**
 * Returns a store of files below `directory`, named by the SHA-256 of their key, so that no key can
 * leave the directory.
 */
export function localStorage(directory: string): ObjectStore {
  const nameOf = (key: string) => createHash('sha256').update(key).digest('hex');
  const pathOf = (key: string) => {
    const name = nameOf(key);
    return join(directory, name.slice(0, 2), name.slice(2));
  };

  return {
    kind: 'local',
    putFile: (key, path) => withStoreErrors(() => moveDurably(path, pathOf(key), directory)),
    head: (key) =>
      withStoreErrors(async () => {
        const stats = await stat(pathOf(key)).catch(nullIfMissing);
        return stats && { size: stats.size };
      }),
    read: (key, range) =>
      withStoreErrors(async () => {
        const handle = await open(pathOf(key)).catch(nullIfMissing);
        if (!handle) return null;
        if (range && range.end < range.start) return emptyStream(handle);
        return handle.createReadStream({ start: range?.start, end: range?.end });
      }),
    send: (key, range) =>
      withStoreErrors(async () => {
        const handle = await open(pathOf(key)).catch(nullIfMissing);
        return handle && byteStreamOfFile(handle, range);
      }),
    open: (key, bytes) =>
      withStoreErrors(async () => {
        const handle = await open(pathOf(key)).catch(nullIfMissing);
        if (!handle) return null;
        const { size } = await handle.stat();
        const beginning = Buffer.alloc(Math.min(size, bytes));
        await handle.read(beginning, 0, beginning.length, 0);
        return {
          size,
          beginning,
          send: async (range) => byteStreamOfFile(handle, range),
          close: () => void handle.close().catch(() => undefined),
        };
      }),
    remove: (key) => withStoreErrors(() => rm(pathOf(key), { force: true })),
    presignGet: async () => null,
    presignPut: async () => null,
    list: () => filesIn(directory),
    nameOf,
    ping: () =>
      withStoreErrors(async () => {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        await access(directory, constants.R_OK | constants.W_OK);
      }),
  };
}

/** Lists folder by folder, so that not all names are in memory at the same time. */
async function* filesIn(directory: string): AsyncGenerator<StoredObject> {
  const shards = await withStoreErrors(() => readdir(directory).catch(nullIfMissing));
  for (const shard of shards ?? []) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue;
    for (const file of await withStoreErrors(() => readdir(join(directory, shard)))) {
      const path = join(directory, shard, file);
      const stats = await withStoreErrors(() => stat(path).catch(nullIfMissing));
      if (!stats?.isFile()) continue;
      yield {
        name: `${shard}${file}`,
        size: stats.size,
        modifiedAt: stats.mtimeMs,
        remove: () => withStoreErrors(() => rm(path, { force: true })),
      };
    }
  }
}

async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw storeRefusal(cause);
  }
}

/** Moves a file and flushes it and its folders, so that a confirmed file survives a power cut. */
async function moveDurably(from: string, to: string, directory: string): Promise<void> {
  const shard = dirname(to);
  const created = !existsSync(shard) && (await mkdir(shard, { recursive: true, mode: 0o700 }));
  await flush(from);
  await rename(from, to).catch((error) => moveAcross(error, from, to));
  await flush(shard);
  if (created) {
    await flush(directory);
    await flush(dirname(directory));
  }
}

/** Copies a file if `files` is a separate volume, to which a rename from DATA_DIR/tmp fails. */
async function moveAcross(error: NodeJS.ErrnoException, from: string, to: string): Promise<void> {
  if (error.code !== 'EXDEV') throw error;
  const partPath = `${to}.part`;
  try {
    await copyFile(from, partPath);
    await flush(partPath);
    await rename(partPath, to);
  } catch (failure) {
    await rm(partPath, { force: true });
    throw failure;
  }
  await rm(from, { force: true });
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function emptyStream(handle: FileHandle): Promise<Readable> {
  await handle.close();
  return Readable.from([]);
}
