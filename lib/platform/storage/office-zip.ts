import type { ByteSource } from '#lib/platform/storage/sources.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 65_535;
const LARGEST_INDEX = 512 * 1024;
const MIB = 1024 * 1024;

/**
 * DOCX or XLSX by the names in the archive's index (PKWARE APPNOTE 4.3.12, 4.3.16). Archives that
 * are not Office files, that carry macros, unpack to a flood or cannot be read are null.
 */
export async function officeZipKind(source: ByteSource): Promise<'docx' | 'xlsx' | null> {
  const names = await entryNames(source);
  if (!names?.has('[content_types].xml')) return null;
  const some = (pattern: RegExp) => [...names].some((name) => pattern.test(name));
  if (some(/(^|\/)vbaproject\.bin$/)) return null;
  // Word on the web numbers its main part: word/document2.xml.
  if (some(/^word\/document\d*\.xml$/)) return 'docx';
  return some(/^xl\/workbook\d*\.xml$/) ? 'xlsx' : null;
}

async function entryNames(source: ByteSource): Promise<Set<string> | null> {
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

  const names = new Set<string>();
  let packed = 0;
  let unpacked = 0;
  let at = 0;
  while (at + 46 <= index.length && index.readUInt32LE(at) === ENTRY) {
    packed += index.readUInt32LE(at + 20);
    unpacked += index.readUInt32LE(at + 24);
    const nameEnd = at + 46 + index.readUInt16LE(at + 28);
    const name = index.toString('latin1', at + 46, nameEnd);
    names.add(name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase());
    at = nameEnd + index.readUInt16LE(at + 30) + index.readUInt16LE(at + 32);
  }
  if (packed > source.size || isBomb(unpacked, source.size)) return null;
  return names.size === end.readUInt16LE(10) ? names : null;
}

/** Real sheets unpack to 10 or 30 times their size; whoever opens a bomb runs out of memory. */
function isBomb(unpacked: number, size: number): boolean {
  return unpacked > 1024 * MIB || (unpacked > 64 * MIB && unpacked > 200 * size);
}

/** The last end-of-index record whose comment reaches exactly the end of the file. */
function endRecord(tail: Buffer): Buffer | null {
  for (let at = tail.length - END_LENGTH; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END) continue;
    if (at + END_LENGTH + tail.readUInt16LE(at + 20) === tail.length) return tail.subarray(at);
  }
  return null;
}
