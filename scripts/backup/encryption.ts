import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#lib/platform/operations/errors.ts';
import {
  buildHeader,
  HEADER_BYTES,
  keyIdOf,
  type MasterKey,
  openChunks,
  openHeader,
  startEncryption,
} from '#lib/platform/storage/encryption/encrypted-file.ts';

/**
 * Files of a backup are encrypted in the format of stored files, under their path in the backup.
 */
const nameOf = (path: string) => `backup/${path}`;

/** Encrypts `bytes` into the new file `to`. `path` is its path in the backup. */
export async function encryptFile(
  to: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { key, path }: { key: MasterKey; path: string },
): Promise<void> {
  const seal = startEncryption();
  const handle = await open(to, 'wx', 0o600);
  try {
    await handle.write(Buffer.alloc(HEADER_BYTES));
    let size = 0;
    for await (const piece of bytes) {
      size += piece.length;
      await writeAll(handle, seal.add(piece));
    }
    await writeAll(handle, seal.end());
    const header = buildHeader(key, nameOf(path), { fileKey: seal.fileKey, size });
    await handle.write(header, 0, HEADER_BYTES, 0);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, pieces: Uint8Array[]): Promise<void> {
  const { bytesWritten } = await handle.writev(pieces);
  const wanted = pieces.reduce((sum, { length }) => sum + length, 0);
  if (bytesWritten < wanted) throw Object.assign(new Error('no room is left'), { code: 'ENOSPC' });
}

/** Decrypts `from` into `to`. Throws a message for the operator. */
export async function decryptFile(
  to: string,
  from: string,
  { key, path }: { key: MasterKey; path: string },
): Promise<void> {
  try {
    const beginning = await buffer(createReadStream(from, { end: HEADER_BYTES - 1 }));
    const header = openHeader(beginning, nameOf(path), [key]);
    const chunks = createReadStream(from, { start: HEADER_BYTES });
    const part = { start: 0, end: header.size - 1 };
    await pipeline(openChunks(chunks, header, part), createWriteStream(to, { mode: 0o600 }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new Error(`the backup is damaged: ${path} does not open.`);
  }
}

/** Decrypts a manifest. Throws a message for the operator if the key is missing or wrong. */
export async function openManifest(
  bytes: Buffer,
  path: string,
  key: MasterKey | undefined,
): Promise<string> {
  const id = keyIdOf(bytes);
  if (id === null) {
    if (!key) return bytes.toString('utf8');
    throw new Error(
      'this backup is not encrypted, and BACKUP_KEY is set: nothing proves who wrote it. To restore it all the same, leave BACKUP_KEY out.',
    );
  }
  if (key?.id !== id) {
    const current = key ? `BACKUP_KEY is ${key.id}` : 'BACKUP_KEY is not set';
    throw new Error(`this backup is encrypted under the key ${id}, and ${current}.`);
  }
  try {
    const header = openHeader(bytes, nameOf(path), [key]);
    const part = { start: 0, end: header.size - 1 };
    return (await buffer(openChunks([bytes.subarray(HEADER_BYTES)], header, part))).toString(
      'utf8',
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new Error(`the backup is damaged: ${path} does not open.`);
  }
}
