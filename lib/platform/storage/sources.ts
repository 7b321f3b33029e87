import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { AppError } from '#lib/platform/errors.ts';
import { exactly } from '#lib/platform/storage/exactly.ts';
import type { BufferedFile } from '#lib/platform/storage/receive.ts';
import { openChunks, PLAIN, storedRange } from '#lib/platform/storage/sealed-file.ts';
import type { ByteRange, Storage } from '#lib/platform/storage/storage.ts';

/** Random access to bytes; `read` gives less than asked at the end. Offsets are not negative. */
export type ByteSource = {
  size: number;
  read: (offset: number, length: number) => Promise<Buffer>;
};

/** Bytes of a stored object that are fetched in all: a hostile index may point anywhere. */
const BUDGET = 1024 * 1024;
const BLOCK = PLAIN;
/** So many are remembered: memory stays flat when a whole file is walked through. */
const BLOCKS = 16;

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
  try {
    return await work(
      inBlocks(size, async (start, length) => {
        const range = { start, end: start + length - 1 };
        if (!fileKey) return readAt(range);
        const stored = await readAt(storedRange(size, range));
        return buffer(openChunks([stored], { fileKey, size }, range));
      }),
    );
  } finally {
    await handle.close();
  }
}

export function bytesSource(bytes: Buffer): ByteSource {
  return inBlocks(bytes.length, async (start, length) => bytes.subarray(start, start + length));
}

/** Ranged reads of a stored object of `size` bytes. A store that gives others is `unavailable`. */
export function storedSource(storage: Storage, key: string, size: number): ByteSource {
  let left = BUDGET;
  return inBlocks(size, async (start, length) => {
    left -= length;
    if (left < 0) return Buffer.alloc(0);
    const stream = await storage.read(key, { start, end: start + length - 1, of: size });
    if (!stream) return Buffer.alloc(0);
    try {
      const chunks: Buffer[] = await exactly(stream, length).toArray();
      return Buffer.concat(chunks);
    } catch (cause) {
      throw new AppError('unavailable', { cause });
    }
  });
}

/** Reads whole blocks and keeps the last few, so that following an index costs few requests. */
function inBlocks(
  size: number,
  fetch: (start: number, length: number) => Promise<Buffer>,
): ByteSource {
  const blocks = new Map<number, Buffer>();
  const blockAt = async (start: number) => {
    const known = blocks.get(start);
    if (known) return known;
    const block = await fetch(start, Math.min(BLOCK, size - start));
    const [oldest] = blocks.keys();
    if (blocks.size >= BLOCKS && oldest !== undefined) blocks.delete(oldest);
    blocks.set(start, block);
    return block;
  };
  return {
    size,
    read: async (offset, length) => {
      const end = Math.min(size, offset + length);
      const parts: Buffer[] = [];
      for (let start = offset - (offset % BLOCK); start < end; start += BLOCK) {
        const block = await blockAt(start);
        parts.push(block.subarray(Math.max(0, offset - start), end - start));
      }
      return Buffer.concat(parts);
    },
  };
}
