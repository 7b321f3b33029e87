import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { AppError } from '#lib/platform/operations/errors.ts';
import { openChunks, storedRange } from '#lib/platform/storage/encryption/encrypted-file.ts';
import { withExactSize } from '#lib/platform/storage/exact-size.ts';
import type { BufferedFile } from '#lib/platform/storage/receive.ts';
import type { ByteRange, Storage } from '#lib/platform/storage/storage.ts';

/** Random access to bytes. `read` returns fewer at the end. Offsets are not negative. */
export type ByteSource = {
  size: number;
  read: (offset: number, length: number) => Promise<Buffer>;
};

export async function withFileSource<T>(
  file: BufferedFile,
  work: (source: ByteSource) => Promise<T>,
): Promise<T> {
  const { size, fileKey } = file;
  const handle = await open(file.path);
  const readAt = async ({ start, end }: ByteRange) => {
    const block = Buffer.allocUnsafeSlow(end - start + 1);
    const { bytesRead } = await handle.read(block, 0, block.length, start);
    return block.subarray(0, bytesRead);
  };
  const read = async (range: ByteRange) => {
    if (!fileKey) return readAt(range);
    const stored = await readAt(storedRange(size, range));
    return buffer(openChunks([stored], { fileKey, size }, range));
  };
  try {
    return await work(sourceOf(size, read));
  } finally {
    await handle.close();
  }
}

export function bytesSource(bytes: Buffer): ByteSource {
  return sourceOf(bytes.length, async ({ start, end }) => bytes.subarray(start, end + 1));
}

/** Reads ranges of a stored object. Throws `unavailable` if the store sends a wrong length. */
export function storedSource(storage: Storage, key: string, size: number): ByteSource {
  return sourceOf(size, async (range) => {
    const stream = await storage.read(key, { ...range, totalSize: size });
    if (!stream) return Buffer.alloc(0);
    try {
      const chunks: Buffer[] = await withExactSize(stream, range.end - range.start + 1).toArray();
      return Buffer.concat(chunks);
    } catch (cause) {
      throw new AppError('unavailable', { cause });
    }
  });
}

function sourceOf(size: number, fetch: (range: ByteRange) => Promise<Buffer>): ByteSource {
  return {
    size,
    read: async (offset, length) => {
      const end = Math.min(size, offset + length);
      return end > offset ? fetch({ start: offset, end: end - 1 }) : Buffer.alloc(0);
    },
  };
}
