import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { AppError } from '#lib/platform/operations/errors.ts';
import {
  HEADER_BYTES,
  openChunks,
  startEncryption,
} from '#lib/platform/storage/encryption/encrypted-file.ts';
import { getFileKeys } from '#lib/platform/storage/encryption/file-keys.ts';
import { storeRefusal } from '#lib/platform/storage/store-faults.ts';
import { newTempPath } from '#lib/platform/storage/temp.ts';

export type BodySource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Bytes collected before a write. Ten parallel uploads then need about 5 MB. */
const WRITE_BYTES = 256 * 1024;
const WRITE_CHUNKS = 64;

/**
 * A received file. If it has a `fileKey`, it is encrypted under that key and its header is still
 * empty.
 */
export type BufferedFile = { path: string; size: number; fileKey?: KeyObject };

/**
 * Streams a body to a temporary file. Throws `payload_too_large` at the first byte over `maxBytes`,
 * `validation_failed` if the body is cut off, and `unavailable` if the disk is full. The file is
 * then removed.
 */
export async function receiveFile(
  body: BodySource,
  { maxBytes }: { maxBytes: number },
): Promise<BufferedFile> {
  const path = await newTempPath().catch(throwStoreRefusal);
  const handle = await open(path, 'wx', 0o600).catch(throwStoreRefusal);
  try {
    const encryption = getFileKeys().currentKey && startEncryption();
    const size = await writeAll(body, handle, maxBytes, encryption);
    return { path, size, ...(encryption && { fileKey: encryption.fileKey }) };
  } catch (error) {
    await rm(path, { force: true });
    return throwStoreRefusal(error);
  } finally {
    await handle.close();
  }
}

export function bufferedBytes({ path, size, fileKey }: BufferedFile): AsyncIterable<Buffer> {
  if (!fileKey) return createReadStream(path);
  const stored = createReadStream(path, { start: HEADER_BYTES });
  return openChunks(stored, { fileKey, size }, { start: 0, end: size - 1 });
}

/** Returns SHA-256 in hex. */
export async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

function throwStoreRefusal(error: unknown): never {
  throw storeRefusal(error);
}

export function tooLargeError(maxBytes: number): AppError {
  const message = `El archivo supera el máximo de ${Math.floor(maxBytes / 1024 / 1024)} MB.`;
  return new AppError('payload_too_large', { message, fields: { file: message } });
}

/**
 * Writes a body and returns its size. Collects chunks while a write is running, for fewer and
 * larger writes.
 */
async function writeAll(
  body: BodySource,
  handle: FileHandle,
  maxBytes: number,
  encryption: ReturnType<typeof startEncryption> | undefined,
): Promise<number> {
  const readChunk = createChunkReader(body);
  const write = async (pieces: Uint8Array[]) => {
    await appendChunks(handle, pieces);
    if (encryption) for (const piece of pieces) freeBuffer(piece);
  };
  let size = 0;
  let gatheredChunks: Uint8Array[] = encryption ? [Buffer.alloc(HEADER_BYTES)] : [];
  let writing = Promise.resolve();
  for (let chunk = await readChunk(); chunk; chunk = await readChunk()) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLargeError(maxBytes);
    if (encryption) gatheredChunks.push(...encryption.add(chunk));
    else gatheredChunks.push(chunk);
    if (gatheredChunks.length < WRITE_CHUNKS && bytesOf(gatheredChunks) < WRITE_BYTES) continue;
    await writing;
    writing = write(gatheredChunks);
    // The next write awaits this one. Until then, its failure must not count as unhandled.
    writing.catch(() => undefined);
    gatheredChunks = [];
  }
  await writing;
  await write(encryption ? [...gatheredChunks, ...encryption.end()] : gatheredChunks);
  return size;
}

/**
 * Frees the memory of an encrypted chunk: its garbage collection costs four times the encryption.
 */
function freeBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

async function appendChunks(handle: FileHandle, chunks: Uint8Array[]): Promise<void> {
  if (chunks.length === 0) return;
  const { bytesWritten } = await handle.writev(chunks);
  // A full disk first shows as a short write.
  if (bytesWritten < bytesOf(chunks)) throw Object.assign(new Error(), { code: 'ENOSPC' });
}

function bytesOf(chunks: Uint8Array[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
}

/**
 * Returns a function that reads the next chunk, or undefined at the end. It throws
 * `validation_failed` if the body is cut off.
 */
export function createChunkReader(body: BodySource): () => Promise<Uint8Array | undefined> {
  const pull = pullOf(body);
  return async () => {
    try {
      const { done, value } = await pull();
      return done ? undefined : value;
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      const message = 'La carga se cortó antes de terminar. Inténtalo otra vez.';
      throw new AppError('validation_failed', { cause, message, fields: { file: message } });
    }
  };
}

/**
 * Returns a function that reads the next part of a body. It does not use `for await`, because
 * leaving a `for await` early closes the connection before the client has read the error.
 */
function pullOf(body: BodySource): () => Promise<{ done?: boolean; value?: Uint8Array }> {
  if ('getReader' in body) {
    const reader = body.getReader();
    return () => reader.read();
  }
  const iterator = body[Symbol.asyncIterator]();
  return () => iterator.next();
}
