import type { ByteSource } from '#lib/platform/storage/sources.ts';

const ENTRY_LENGTH = 128;
/** Of a directory: 4,096 entries, more than Office makes. What goes on after them is refused. */
const MOST_DIRECTORY = 512 * 1024;
const LAST_SECTOR = 0xfffffffa;
const NO_SLOT = 0xffffffff;
const [STORAGE, STREAM, ROOT] = [1, 2, 5];
/** Class ids of installers, 000C1084 (package), 000C1086 (patch)…, as the file stores them. */
const INSTALLER = /^8[0-9a-f]100c0000000000c000000000000046$/;

/** `name` in capitals, as names are compared ([MS-CFB] 2.6.4); `main`: a stream of the root itself. */
type Entry = { name: string; main: boolean; child: number; start: number; size: number };
type Compound = {
  rootClass: string;
  entries: Entry[];
  stream: (entry: Entry) => AsyncGenerator<Buffer>;
};

/** By stream names ([MS-CFB] 2.2, 2.6). Null: installers, messages, slides, locked files. */
export async function compoundKind(source: ByteSource): Promise<'doc' | 'xls' | null> {
  const file = await readable(() => openCompound(source));
  if (!file || INSTALLER.test(file.rootClass)) return null;
  if (file.entries.some(({ name }) => LOCKED.test(name))) return null;
  const names = file.entries.filter(({ main }) => main).map(({ name }) => name);
  if (names.some((name) => DOCUMENT.test(name))) return 'doc';
  return names.some((name) => WORKBOOK.test(name)) ? 'xls' : null;
}

const DOCUMENT = /^worddocument$/iu;
const WORKBOOK = /^(work)?book$/iu;
/** An encrypted package: readers look for it first, and try the passwords that everyone knows. */
const LOCKED = /^\P{L}*(encryptioninfo|encryptedpackage|dataspaces|drmcontent)$/iu;

/** VBA, embedded and linked objects, and controls, by the names under which Office keeps them. */
const ACTIVE =
  /^(macros|vba|_vba_project(_cur)?|mbd[0-9a-f]{8}|lnk[0-9a-f]{8}|ctls|\x01ole10native)$/iu;

/** Whether a DOC or XLS can run something, or hides whether it does. */
export async function isActiveCompound(source: ByteSource): Promise<boolean> {
  const looked = await readable(async () => {
    const file = await openCompound(source);
    const { entries, stream } = file;
    if (entries.some(({ name }) => ACTIVE.test(name))) return true;
    // Word makes the pool and leaves it empty where there is no object.
    const pools = entries.filter(({ name }) => /^objectpool$/iu.test(name));
    if (pools.some(({ child }) => child !== NO_SLOT)) return true;
    for (const entry of entries) {
      if (WORKBOOK.test(entry.name) && (await hasMacroSheet(stream(entry)))) return true;
      if (DOCUMENT.test(entry.name) && (await fetchesTemplate(entry, file))) return true;
    }
    return false;
  });
  return looked ?? true;
}

/**
 * Excel 4 macros ([MS-XLS] 2.4.21, 2.4.28): a part whose start says 0x40, or 6 for a module, or a
 * BoundSheet8 that says so of it (1, 6), or leads elsewhere than to a start. After FilePass everything
 * is encrypted, with a password that every Excel knows as often as not.
 */
async function hasMacroSheet(workbook: AsyncIterable<Buffer>): Promise<boolean> {
  const announced = new Set<number>();
  let rest = Buffer.alloc(0);
  let skip = 0;
  let at = 0;
  for await (const part of workbook) {
    const skipped = Math.min(skip, part.length);
    skip -= skipped;
    rest = Buffer.concat([rest, part.subarray(skipped)]);
    while (rest.length >= 10) {
      const type = rest.readUInt16LE(0);
      if (type === 0x2f) return true;
      if ([0x09, 0x209, 0x409, 0x809].includes(type)) {
        if ([6, 0x40].includes(rest.readUInt16LE(6))) return true;
        announced.delete(at);
      } else if (type === 0x85) {
        if ([1, 6].includes(rest[9] ?? 0) || announced.size > 10_000) return true;
        announced.add(rest.readUInt32LE(4));
      }
      const next = 4 + rest.readUInt16LE(2);
      at += next;
      skip = Math.max(0, next - rest.length);
      rest = rest.subarray(next);
    }
  }
  return announced.size > 0;
}

/** A name, or a path on the writer's own disk; not one that is fetched when the file is opened. */
const FETCHED = /[\\/]{2}|^\s*(\w{2,}:)?[\\/]/;
/** Where the file information block says that the associated strings are ([MS-DOC] 2.5.6). */
const ASSOCIATED = 0x19a;

/** True also for Word 6 or 95, with macros in its text, and for a password that hides it. */
async function fetchesTemplate(entry: Entry, { entries, stream }: Compound): Promise<boolean> {
  if (entry.size === 0) return false;
  const block = await gathered(stream(entry), ASSOCIATED + 8);
  const flags = block.readUInt16LE(10);
  if (block.readUInt16LE(0) !== 0xa5ec || block.readUInt16LE(2) < 0xc0 || flags & 0x100)
    return true;
  const [at, length] = [block.readUInt32LE(ASSOCIATED), block.readUInt32LE(ASSOCIATED + 4)];
  if (length === 0) return false;
  const table = flags & 0x200 ? '1TABLE' : '0TABLE';
  const [found, ...others] = entries.filter(({ name }) => name === table);
  // Of two, readers could take either.
  if (!found || others.length > 0) return true;
  const strings = (await gathered(stream(found), at + length)).subarray(at, at + length);
  // An array of wide strings: the second is the template.
  if (strings.readUInt16LE(0) !== 0xffff || strings.readUInt16LE(4) !== 0) return true;
  const from = 8 + strings.readUInt16LE(6) * 2;
  const until = from + 2 + strings.readUInt16LE(from) * 2;
  return until > strings.length || FETCHED.test(strings.toString('utf16le', from + 2, until));
}

/** What is short or leads nowhere throws a RangeError, as reading past the end of a buffer does. */
async function openCompound(source: ByteSource): Promise<Compound> {
  const header = await source.read(0, 512);
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw new RangeError();
  // Always so ([MS-CFB] 2.2): readers that believe others would follow other chains.
  if (header.readUInt16LE(32) !== 6 || header.readUInt32LE(56) !== 4_096) throw new RangeError();
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
  /** What the last sector holds behind the stream's size is not of it. */
  async function* chain(first: number, size = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    let left = size;
    for await (const sector of sectorsOf(first)) {
      yield await source.read((sector + 1) * length, Math.min(length, left));
      left -= length;
      if (left <= 0) return;
    }
  }

  const parts: Buffer[] = [];
  for await (const part of chain(header.readUInt32LE(48))) {
    parts.push(part);
    if (parts.length * length > MOST_DIRECTORY) throw new RangeError();
  }
  const directory = Buffer.concat(parts);
  const entries = entriesOf(directory, shift === 12);

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
    stream: (entry) => (entry.size < 4_096 ? small(entry) : chain(entry.start, entry.size)),
  };
}

/** The root and what its trees reach; readers differ on what is reached twice or never. */
function entriesOf(directory: Buffer, isLong: boolean): Entry[] {
  const reached = new Map<number, Entry>();
  const waiting = [{ slot: 0, storage: NO_SLOT }];
  for (const { slot, storage } of waiting) {
    if (slot === NO_SLOT) continue;
    const at = slot * ENTRY_LENGTH;
    const numberAt = (place: number) => directory.readUInt32LE(at + place);
    const type = directory.readUInt8(at + 66);
    const isExpected = slot === 0 ? type === ROOT : type === STORAGE || type === STREAM;
    if (!isExpected || reached.has(slot)) throw new RangeError();
    const nameLength = directory.readUInt16LE(at + 64);
    const name = directory.toString('utf16le', at, at + nameLength);
    // Its length tells its one NUL, at its end: readers differ on any other.
    if (nameLength > 64 || nameLength % 2 || !/^[^\0]+\0$/.test(name)) throw new RangeError();
    // Beyond 4 GB, which no upload is; files of small sectors leave anything there ([MS-CFB] 2.6.3).
    if (isLong && numberAt(124) !== 0) throw new RangeError();
    const [left, right, child] = [numberAt(68), numberAt(72), numberAt(76)];
    reached.set(slot, {
      name: name.slice(0, -1).toUpperCase(),
      main: type === STREAM && storage === 0,
      child,
      start: numberAt(116),
      size: numberAt(120),
    });
    if (type !== ROOT) waiting.push({ slot: left, storage }, { slot: right, storage });
    if (type !== STREAM) waiting.push({ slot: child, storage: slot });
  }
  for (let slot = 0; slot < directory.length / ENTRY_LENGTH; slot += 1) {
    if (!reached.has(slot) && directory[slot * ENTRY_LENGTH + 66] !== 0) throw new RangeError();
  }
  return [...reached.values()];
}

/** A stream, or its start up to `enough`: of small pieces, tables. Real ones take kilobytes. */
async function gathered(
  parts: AsyncIterable<Buffer>,
  enough = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const all: Buffer[] = [];
  let size = 0;
  for await (const part of parts) {
    all.push(part);
    size += part.length;
    if (size > 4 * 1024 * 1024) throw new RangeError();
    if (size >= enough) break;
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
