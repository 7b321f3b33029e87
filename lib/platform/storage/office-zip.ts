import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { slotsOf } from '#lib/platform/slots.ts';
import type { ByteSource } from '#lib/platform/storage/sources.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 65_535;
const LARGEST_INDEX = 512 * 1024;
const MOST_PARTS = 4_000;
const MIB = 1024 * 1024;
/** Of one part whose text is looked at: thousands of links. */
const LONGEST_TEXT = 4 * MIB;

/** `name` in lower case; `packed` and `unpacked` are what the index says. */
export type ZipPart = {
  name: string;
  flags: number;
  method: number;
  packed: number;
  unpacked: number;
  at: number;
};

/**
 * DOCX or XLSX by the names in the archive's index (PKWARE APPNOTE 4.3.12, 4.3.16). Archives that
 * are not Office files, that say that they unpack to a flood or cannot be read are null.
 */
export async function officeZipKind(source: ByteSource): Promise<'docx' | 'xlsx' | null> {
  const parts = await partsOf(source);
  const some = (pattern: RegExp) => parts?.some(({ name }) => pattern.test(name));
  if (!some(/^\[content_types\]\.xml$/)) return null;
  // Word on the web numbers its main part: word/document2.xml.
  if (some(/^word\/document\d*\.xml$/)) return 'docx';
  return some(/^xl\/workbook\d*\.xml$/) ? 'xlsx' : null;
}

/** What the archive's index lists; null when it is none, or says what cannot be. */
export async function partsOf(source: ByteSource): Promise<ZipPart[] | null> {
  const tail = await source.read(
    Math.max(0, source.size - END_LENGTH - LONGEST_COMMENT),
    source.size,
  );
  const end = endRecord(tail);
  if (!end) return null;
  const length = end.readUInt32LE(12);
  const offset = end.readUInt32LE(16);
  if (length > LARGEST_INDEX || offset + length > source.size) return null;
  const index = await source.read(offset, length);

  const parts: ZipPart[] = [];
  let at = 0;
  while (at + 46 <= index.length && index.readUInt32LE(at) === ENTRY) {
    const nameEnd = at + 46 + index.readUInt16LE(at + 28);
    const name = index.toString('latin1', at + 46, nameEnd);
    parts.push({
      name: name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase(),
      flags: index.readUInt16LE(at + 8),
      method: index.readUInt16LE(at + 10),
      packed: index.readUInt32LE(at + 20),
      unpacked: index.readUInt32LE(at + 24),
      at: index.readUInt32LE(at + 42),
    });
    at = nameEnd + index.readUInt16LE(at + 30) + index.readUInt16LE(at + 32);
  }
  const sum = (of: (part: ZipPart) => number) => parts.reduce((all, part) => all + of(part), 0);
  const names = new Set(parts.map(({ name }) => name));
  const isWhole = names.size === parts.length && parts.length === end.readUInt16LE(10);
  if (!isWhole || parts.length > MOST_PARTS) return null;
  if (sum(({ packed }) => packed) > source.size) return null;
  return sum(({ unpacked }) => unpacked) > mostUnpacked(source.size) ? null : parts;
}

/** Each keeps a thread and some memory busy. */
const slots = slotsOf(2);

/**
 * Unpacks every part, whatever its size was said to be, and hands over the text of those that
 * `wanted` names. False: a part is damaged, locked, of an unknown method, or all of it is a flood.
 */
export function unpackAll(
  source: ByteSource,
  parts: readonly ZipPart[],
  wanted: RegExp,
  onText: (text: Buffer) => void,
): Promise<boolean> {
  return slots(async () => {
    let left = mostUnpacked(source.size);
    for (const part of parts) {
      const keep = wanted.test(part.name);
      const unpacked = await unpack(source, part, { keep, most: keep ? LONGEST_TEXT : left });
      if (!unpacked) return false;
      left -= unpacked.size;
      if (left < 0) return false;
      if (keep) onText(Buffer.concat(unpacked.chunks));
    }
    return true;
  });
}

async function unpack(
  source: ByteSource,
  part: ZipPart,
  { keep, most }: { keep: boolean; most: number },
): Promise<{ size: number; chunks: Buffer[] } | null> {
  const local = await source.read(part.at, 30);
  const isLocked = (part.flags & 1) === 1;
  if (local.length < 30 || local.readUInt32LE(0) !== LOCAL || isLocked) return null;
  if (part.method !== 0 && part.method !== 8) return null;
  const start = part.at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  const chunks: Buffer[] = [];
  let size = 0;
  const count = async (unpacked: AsyncIterable<Buffer>) => {
    for await (const chunk of unpacked) {
      size += chunk.length;
      if (size > most) throw new RangeError();
      if (keep) chunks.push(chunk);
    }
  };
  try {
    const packed = Readable.from(slices(source, start, part.packed));
    if (part.method === 0) await pipeline(packed, count);
    else await pipeline(packed, createInflateRaw({ chunkSize: 256 * 1024 }), count);
    return { size, chunks };
  } catch (error) {
    // zlib's own refusals have a code as well.
    const isOurs =
      error instanceof RangeError || (error as NodeJS.ErrnoException).code?.[0] === 'Z';
    if (isOurs) return null;
    throw error;
  }
}

async function* slices(source: ByteSource, start: number, length: number) {
  for (let at = start; at < start + length; at += 64 * 1024) {
    const slice = await source.read(at, Math.min(64 * 1024, start + length - at));
    if (slice.length > 0) yield slice;
  }
}

/** Real sheets unpack to 10 or 30 times their size; opening a bomb exhausts memory. */
function mostUnpacked(size: number): number {
  return Math.max(64 * MIB, Math.min(512 * MIB, 200 * size));
}

/** The last end-of-index record whose comment reaches exactly the end of the file. */
function endRecord(tail: Buffer): Buffer | null {
  for (let at = tail.length - END_LENGTH; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END) continue;
    if (at + END_LENGTH + tail.readUInt16LE(at + 20) === tail.length) return tail.subarray(at);
  }
  return null;
}
