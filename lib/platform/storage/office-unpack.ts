import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { slotsOf } from '#lib/platform/slots.ts';
import {
  type Archive,
  mostUnpacked,
  sizesOf,
  type ZipPart,
} from '#lib/platform/storage/office-zip.ts';
import type { ByteSource } from '#lib/platform/storage/sources.ts';

const LOCAL = 0x04034b50;
const DESCRIPTION = 0x08074b50;

/** Each keeps a thread and some memory busy. */
const slots = slotsOf(2);

const HEAD = 8;

/**
 * Unpacks every part, even of a wrongly stated size. False: a part is damaged, locked or too
 * large, something lies between the parts, or all of it is a flood.
 */
export function unpackAll(
  source: ByteSource,
  { parts, end }: Archive,
  mostOf: (name: string, head: Buffer) => number,
  onPart: (name: string, bytes: Buffer) => void,
): Promise<boolean> {
  return slots(async () => {
    let left = mostUnpacked(source.size);
    let at = 0;
    const sorted = parts.toSorted((a, b) => a.at - b.at);
    for (const [n, part] of sorted.entries()) {
      if (part.at !== at) return false;
      const unpacked = await unpack(source, part, { left, mostOf });
      if (!unpacked) return false;
      left -= unpacked.size;
      onPart(part.name, Buffer.concat(unpacked.chunks));
      at = sorted[n + 1]?.at ?? end;
      if (!isDescription(await source.read(unpacked.end, at - unpacked.end), part)) {
        return false;
      }
    }
    return at === end;
  });
}

/** What follows a part whose size was not known when it began (APPNOTE 4.3.9), byte for byte. */
function isDescription(bytes: Buffer, { flags, crc, packed, unpacked }: ZipPart): boolean {
  if (bytes.length === 0) return true;
  if (!(flags & 8) || ![12, 16, 20, 24].includes(bytes.length)) return false;
  const sizes = bytes.length < 20 ? 4 : 8;
  const expected = Buffer.alloc(8 + 2 * sizes);
  expected.writeUInt32LE(DESCRIPTION, 0);
  expected.writeUInt32LE(crc, 4);
  expected.writeUInt32LE(packed, 8);
  expected.writeUInt32LE(unpacked, 8 + sizes);
  return bytes.equals(expected.subarray(-bytes.length));
}

async function unpack(
  source: ByteSource,
  part: ZipPart,
  limits: { left: number; mostOf: (name: string, head: Buffer) => number },
): Promise<{ size: number; end: number; chunks: Buffer[] } | null> {
  const { given, method, packed } = part;
  const local = await source.read(part.at, 30 + given.length);
  if (local.length < 30 + given.length || local.readUInt32LE(0) !== LOCAL) return null;
  const isLocked = ((part.flags | local.readUInt16LE(6)) & 1) === 1;
  const isSame = local.readUInt16LE(8) === method && local.readUInt16LE(26) === given.length;
  if (isLocked || !isSame || !local.subarray(30).equals(given)) return null;
  if (method !== 0 && method !== 8) return null;
  const extraAt = part.at + 30 + given.length;
  const extra = await source.read(extraAt, local.readUInt16LE(28));
  if (!saysTheSame(local, extra, part)) return null;
  const start = extraAt + extra.length;
  const end = start + packed;
  const chunks: Buffer[] = [];
  let size = 0;
  let crc = 0;
  let most = HEAD;
  const count = async (unpacked: AsyncIterable<Buffer>) => {
    for await (const chunk of unpacked) {
      if (size < HEAD) {
        chunks.push(chunk);
        most = limits.mostOf(part.name, Buffer.concat(chunks).subarray(0, HEAD));
      } else if (most > 0) chunks.push(chunk);
      size += chunk.length;
      crc = crc32(chunk, crc);
      if (size > limits.left || (most > 0 && size > most)) throw new RangeError();
    }
  };
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 });
  try {
    const bytes = Readable.from(slices(source, start, packed));
    if (method === 0) await pipeline(bytes, count);
    else await pipeline(bytes, inflate, count);
    // Packed bytes may end before their place does: other programs read on there.
    const isWhole = method === 0 ? size === packed : inflate.bytesWritten === packed;
    if (size !== part.unpacked || crc !== part.crc || !isWhole) return null;
    return { size, end, chunks };
  } catch (error) {
    // zlib's own refusals have a code as well.
    const isOurs =
      error instanceof RangeError || (error as NodeJS.ErrnoException).code?.[0] === 'Z';
    if (isOurs) return null;
    throw error;
  }
}

/** A part's own head says what the index says; unknown sizes may come behind a packed one. */
function saysTheSame(local: Buffer, extra: Buffer, part: ZipPart): boolean {
  const numberAt = (field: number) => local.readUInt32LE(field);
  const crc = numberAt(14);
  const sizes = sizesOf(extra, part.given, [numberAt(22), numberAt(18), part.at]);
  const comesLater = (part.flags & 8) !== 0;
  if (!sizes || (crc !== part.crc && !(comesLater && crc === 0))) return false;
  if (sizes.unpacked === part.unpacked && sizes.packed === part.packed) return true;
  return comesLater && part.method === 8 && sizes.unpacked === 0 && sizes.packed === 0;
}

async function* slices(source: ByteSource, start: number, length: number) {
  for (let at = start; at < start + length; at += 64 * 1024) {
    const slice = await source.read(at, Math.min(64 * 1024, start + length - at));
    if (slice.length > 0) yield slice;
  }
}
