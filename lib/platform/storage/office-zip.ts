import type { ByteSource } from '#lib/platform/storage/sources.ts';

const END = 0x06054b50;
const END_64 = 0x06064b50;
const PLACE_64 = 0x07064b50;
const LARGE_SIZES = 1;
const UNICODE_NAME = 0x7075;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const PLACE_64_LENGTH = 20;
const END_64_LENGTH = 56;
const LARGEST_INDEX = 512 * 1024;
const MOST_PARTS = 4_000;
const MIB = 1024 * 1024;

/** `name` in lower case, `given` as it stands; `packed` and `unpacked` are what the index says. */
export type ZipPart = {
  name: string;
  given: Buffer;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  unpacked: number;
  at: number;
};
/** `end`: where its parts end and its index begins. */
export type Archive = { parts: ZipPart[]; end: number };

/** By the names in its index (PKWARE APPNOTE 4.3.12, 4.3.16). Null: other archives, floods. */
export async function officeZipKind(source: ByteSource): Promise<'docx' | 'xlsx' | null> {
  const archive = await readArchive(source);
  const some = (pattern: RegExp) => archive?.parts.some(({ name }) => pattern.test(name));
  if (!some(CONTENT_TYPES)) return null;
  // Word on the web numbers its main part: word/document2.xml.
  if (some(/^word\/document\d*\.xml$/)) return 'docx';
  return some(/^xl\/workbook\d*\.xml$/) ? 'xlsx' : null;
}

export const CONTENT_TYPES = /^\[content_types\]\.xml$/;

/** Null: no index, an impossible one, or another program could read other names in it. */
export async function readArchive(source: ByteSource): Promise<Archive | null> {
  const place = await findIndex(source);
  if (!place || place.length > LARGEST_INDEX) return null;
  const index = await source.read(place.offset, place.length);
  const parts: ZipPart[] = [];
  let at = 0;
  while (at + 46 <= index.length && index.readUInt32LE(at) === ENTRY) {
    const given = index.subarray(at + 46, at + 46 + index.readUInt16LE(at + 28));
    const extraAt = at + 46 + given.length;
    const extra = index.subarray(extraAt, extraAt + index.readUInt16LE(at + 30));
    const numberAt = (field: number) => index.readUInt32LE(at + field);
    const sizes = sizesOf(extra, given, [numberAt(24), numberAt(20), numberAt(42)]);
    if (!sizes) return null;
    parts.push({
      name: partName(given),
      given,
      flags: index.readUInt16LE(at + 8),
      method: index.readUInt16LE(at + 10),
      crc: index.readUInt32LE(at + 16),
      ...sizes,
    });
    at = extraAt + extra.length + index.readUInt16LE(at + 32);
  }
  if (at !== index.length || parts.length !== place.count || parts.length > MOST_PARTS) return null;
  const sum = (of: (part: ZipPart) => number) => parts.reduce((all, part) => all + of(part), 0);
  const names = new Set(parts.map(({ name }) => name));
  if (names.size < parts.length || [...names].some((name) => ODD_NAME.test(name))) return null;
  if (sum(({ packed }) => packed) > source.size) return null;
  if (sum(({ unpacked }) => unpacked) > mostUnpacked(source.size)) return null;
  return { parts, end: place.offset };
}

/** Names that some program reads as another name: with dots or blanks at an end, in pieces, escaped. */
const ODD_NAME = /(^|\/)\.{1,2}(\/|$)|[. ](\/|$)|\/\/|\/\[|[\0-\x1f?#;]|%([2-7][0-9a-f]|0)/;

function partName(given: Buffer): string {
  return given.toString('latin1').replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}

/** Whether a file of another kind ends as a ZIP does, for a reader that begins at the end. */
export async function isArchiveToo(source: ByteSource): Promise<boolean> {
  // Its last record and the longest comment behind it (APPNOTE 4.3.16).
  const longest = END_LENGTH + 0xffff;
  const end = await source.read(Math.max(0, source.size - longest), longest);
  return end.includes('PK\x05\x06', 0, 'latin1');
}

/** It ends where the end record begins, which is the file's last: every program finds it. */
async function findIndex(source: ByteSource) {
  const most = END_LENGTH + PLACE_64_LENGTH + END_64_LENGTH;
  const tail = await source.read(Math.max(0, source.size - most), most);
  const at = tail.length - END_LENGTH;
  if (at < 0 || tail.readUInt32LE(at) !== END) return null;
  const shorts = [4, 6, 8, 10, 20].map((field) => tail.readUInt16LE(at + field));
  const [disk, firstDisk, here, count = 0, comment] = shorts;
  if (disk !== 0 || firstDisk !== 0 || here !== count || comment !== 0) return null;
  const length = tail.readUInt32LE(at + 12);
  const offset = tail.readUInt32LE(at + 16);
  let stop = source.size - END_LENGTH;
  const place = at - PLACE_64_LENGTH;
  if (place >= 0 && tail.readUInt32LE(place) === PLACE_64) {
    const large = place - END_64_LENGTH;
    if (large < 0 || tail.readUInt32LE(large) !== END_64) return null;
    stop = source.size - most;
    const long = (from: number) => Number(tail.readBigUInt64LE(from));
    if (long(place + 8) !== stop || long(large + 4) !== END_64_LENGTH - 12) return null;
    if (long(large + 32) !== count || long(large + 24) !== count) return null;
    if (long(large + 40) !== length || long(large + 48) !== offset) return null;
  }
  return offset + length === stop ? { offset, length, count } : null;
}

/** By number (APPNOTE 4.5). Null: they cannot be read, or give the part another name. */
function extrasOf(bytes: Buffer, given: Buffer): Map<number, Buffer> | null {
  const extras = new Map<number, Buffer>();
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length) return null;
    const end = at + 4 + bytes.readUInt16LE(at + 2);
    if (end > bytes.length) return null;
    // Of two with one number, readers take either.
    if (extras.has(bytes.readUInt16LE(at))) return null;
    extras.set(bytes.readUInt16LE(at), bytes.subarray(at + 4, end));
    at = end;
  }
  const name = extras.get(UNICODE_NAME)?.subarray(5);
  return name && !name.equals(given) ? null : extras;
}

/** Sizes beyond 32 bits are in field 1 (APPNOTE 4.5.3). Null where readers would differ. */
export function sizesOf(
  extra: Buffer,
  given: Buffer,
  said: [number, number, number],
): Pick<ZipPart, 'unpacked' | 'packed' | 'at'> | null {
  const extras = extrasOf(extra, given);
  const large = extras?.get(LARGE_SIZES) ?? Buffer.alloc(0);
  const long = [0, 8, 16].filter((from) => from + 8 <= large.length);
  const values = long.map((from) => Number(large.readBigUInt64LE(from)));
  const rest = [...values];
  const [unpacked, packed, at] = said.map((size, n) => {
    const read = size === 0xffffffff ? rest.shift() : size;
    return read === (values[n] ?? size) ? read : undefined;
  });
  const isAgreed = extras && unpacked !== undefined && packed !== undefined && at !== undefined;
  return isAgreed ? { unpacked, packed, at } : null;
}

/** Real sheets unpack to 10 or 30 times their size; opening a bomb exhausts memory. */
export function mostUnpacked(size: number): number {
  return Math.max(64 * MIB, Math.min(512 * MIB, 200 * size));
}
