import type { ByteSource } from '#lib/platform/storage/sources.ts';

const ENTRY_LENGTH = 128;
/** Of a directory: 4,096 entries, more than Office makes. What goes on after them is refused. */
const MOST_DIRECTORY = 512 * 1024;
const LAST_SECTOR = 0xfffffffa;
/** Class ids of installers, 000C1084 (package), 000C1086 (patch)…, as the file stores them. */
const INSTALLER = /^8[0-9a-f]100c0000000000c000000000000046$/;

type Entry = { name: string; firstChild: number; start: number; size: number };
type Compound = {
  rootClass: string;
  entries: Entry[];
  stream: (entry: Entry) => AsyncGenerator<Buffer>;
};

/**
 * DOC or XLS by the stream names in a compound file's directory ([MS-CFB] 2.2, 2.6). Other users
 * of the container (installers, messages, slides, password-protected files) are null.
 */
export async function compoundKind(source: ByteSource): Promise<'doc' | 'xls' | null> {
  const file = await readable(() => openCompound(source));
  if (!file || INSTALLER.test(file.rootClass)) return null;
  const names = new Set(file.entries.map(({ name }) => name));
  if (!names.has('Root Entry') || names.has('EncryptedPackage')) return null;
  if (names.has('WordDocument')) return 'doc';
  return names.has('Workbook') || names.has('Book') ? 'xls' : null;
}

/** VBA, embedded and linked objects, by the names under which Office keeps them. */
const ACTIVE = /^(macros|vba|_vba_project(_cur)?|mbd[0-9a-f]{8}|lnk[0-9a-f]{8}|\x01ole10native)$/i;

/** Whether a DOC or XLS can run something, or hides whether it does. */
export async function isActiveCompound(source: ByteSource): Promise<boolean> {
  const looked = await readable(async () => {
    const { entries, stream } = await openCompound(source);
    if (entries.some(({ name }) => ACTIVE.test(name))) return true;
    // Word makes the pool and leaves it empty where there is no object.
    const pool = entries.some(
      ({ name, firstChild }) => /^objectpool$/i.test(name) && firstChild >= 0,
    );
    if (pool) return true;
    for (const entry of entries.filter(({ name }) => /^(work)?book$/i.test(name))) {
      if (await hasMacroSheet(stream(entry))) return true;
    }
    return false;
  });
  return looked ?? true;
}

/**
 * Excel 4 macros ([MS-XLS] 2.4.28): a BoundSheet8 of type 1, or 6 for a module. After FilePass
 * everything is encrypted, with a password that every Excel knows as often as not.
 */
async function hasMacroSheet(workbook: AsyncIterable<Buffer>): Promise<boolean> {
  let rest = Buffer.alloc(0);
  let skip = 0;
  for await (const part of workbook) {
    const skipped = Math.min(skip, part.length);
    skip -= skipped;
    rest = Buffer.concat([rest, part.subarray(skipped)]);
    while (rest.length >= 10) {
      const type = rest.readUInt16LE(0);
      if (type === 0x0a) return false;
      if (type === 0x2f || (type === 0x85 && [1, 6].includes(rest[9] ?? 0))) return true;
      const next = 4 + rest.readUInt16LE(2);
      skip = Math.max(0, next - rest.length);
      rest = rest.subarray(next);
    }
  }
  return false;
}

/** What is short or leads nowhere throws a RangeError, as reading past the end of a buffer does. */
async function openCompound(source: ByteSource): Promise<Compound> {
  const header = await source.read(0, 512);
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw new RangeError();
  const length = 1 << shift;
  const perSector = length / 4;
  const most = source.size / length;
  const numberAt = async (sector: number, slot: number) =>
    (await source.read((sector + 1) * length + slot * 4, 4)).readUInt32LE(0);

  /** The header lists 109 sectors of the allocation table, a chain of sectors the others. */
  const tableSectorOf = async (slot: number): Promise<number> => {
    if (slot < 109) return header.readUInt32LE(76 + slot * 4);
    let list = header.readUInt32LE(68);
    let rest = slot - 109;
    for (; rest >= perSector - 1; rest -= perSector - 1) list = await numberAt(list, perSector - 1);
    return numberAt(list, rest);
  };

  async function* sectorsOf(first: number): AsyncGenerator<number> {
    let count = 0;
    for (let sector = first; sector < LAST_SECTOR; ) {
      count += 1;
      if (count > most) throw new RangeError();
      yield sector;
      const table = await tableSectorOf(Math.floor(sector / perSector));
      sector = await numberAt(table, sector % perSector);
    }
  }
  async function* chain(first: number): AsyncGenerator<Buffer> {
    for await (const sector of sectorsOf(first)) {
      yield await source.read((sector + 1) * length, length);
    }
  }

  const parts: Buffer[] = [];
  for await (const part of chain(header.readUInt32LE(48))) {
    parts.push(part);
    if (parts.length * length > MOST_DIRECTORY) throw new RangeError();
  }
  const directory = Buffer.concat(parts);
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_LENGTH <= directory.length; at += ENTRY_LENGTH) {
    const nameLength = Math.min(64, directory.readUInt16LE(at + 64));
    if (nameLength <= 2) continue;
    entries.push({
      name: directory.toString('utf16le', at, at + nameLength - 2),
      firstChild: directory.readInt32LE(at + 76),
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    });
  }

  /** Below 4,096 bytes a stream is in pieces of 64 within the root's own stream. */
  async function* small({ start, size }: Entry): AsyncGenerator<Buffer> {
    const pieces = await gathered(chain(entries[0]?.start ?? LAST_SECTOR));
    const table = await gathered(chain(header.readUInt32LE(60)));
    let left = size;
    for (let piece = start; left > 0; piece = table.readUInt32LE(piece * 4)) {
      yield pieces.subarray(piece * 64, piece * 64 + Math.min(64, left));
      left -= 64;
    }
  }
  return {
    rootClass: directory.toString('hex', 80, 96),
    entries,
    stream: (entry) => (entry.size < 4_096 ? small(entry) : chain(entry.start)),
  };
}

/** The streams of small pieces: real ones take kilobytes. */
async function gathered(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  let size = 0;
  for await (const part of parts) {
    all.push(part);
    size += part.length;
    if (size > 4 * 1024 * 1024) throw new RangeError();
  }
  return Buffer.concat(all);
}

async function readable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
