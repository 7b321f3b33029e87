/** A stream, or a storage where it has `inside`. `unlinked`: in no tree, and of this type. */
export type Stored = {
  name: string;
  content?: Buffer;
  inside?: Stored[];
  unlinked?: number;
  type?: number;
};

/**
 * A whole [MS-CFB] file: streams below 4,096 bytes in the root's own stream, others in sectors. The
 * directory begins in the first sector behind them and is chained backwards when `scattered`.
 */
export function compoundFile(stored: Stored[], { rootClass = '', scattered = false } = {}): Buffer {
  const sectors: Buffer[] = [];
  const next: number[] = [];
  const put = (bytes: Buffer, backwards = false): number => {
    const first = sectors.length + 1;
    const parts = Array.from({ length: Math.ceil(bytes.length / 512) }, (_, n) => {
      const sector = Buffer.alloc(512);
      bytes.copy(sector, 0, n * 512);
      return sector;
    });
    const places = parts.map((_, n) => first + n);
    const step = backwards ? -1 : 1;
    sectors.push(...(backwards ? parts.toReversed() : parts));
    next.push(...places.map((_, n) => places[n + step] ?? 0xfffffffe));
    return (backwards ? places.at(-1) : places[0]) ?? 0xfffffffe;
  };
  const pieces: Buffer[] = [];
  const pieceAfter: number[] = [];
  const placed = ({ content = Buffer.alloc(0) }: Stored) => {
    if (content.length === 0) return 0xfffffffe;
    if (content.length >= 4_096) return put(content);
    const start = pieces.length;
    for (let at = 0; at < content.length; at += 64) {
      const piece = Buffer.alloc(64);
      content.copy(piece, 0, at, at + 64);
      pieces.push(piece);
      pieceAfter.push(at + 64 < content.length ? pieces.length : 0xfffffffe);
    }
    return start;
  };
  const entries: Buffer[] = [Buffer.alloc(128)];
  /** Each is right of the one before: the slot of the first. */
  const list = (all: Stored[]): number => {
    const slots = all.map((one) => {
      const slot = entries.push(entryOf(one, placed(one))) - 1;
      entries[slot]?.writeUInt32LE(list(one.inside ?? []), 76);
      return slot;
    });
    const linked = slots.filter((_, n) => all[n]?.unlinked === undefined);
    for (const [n, slot] of linked.entries()) {
      entries[slot]?.writeUInt32LE(linked[n + 1] ?? NONE, 72);
    }
    return linked[0] ?? NONE;
  };
  const first = list(stored);
  const small = Buffer.concat(pieces);
  const root = entryOf({ name: 'Root Entry', content: small, type: 5 }, put(small));
  root.writeUInt32LE(first, 76);
  root.write(rootClass, 80, 'hex');
  const pieceTable = put(numbers(pieceAfter));
  const directory = put(Buffer.concat([root, ...entries.slice(1)]), scattered);

  const header = Buffer.alloc(512, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.fill(0, 8, 24);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(4_096, 56);
  header.writeUInt32LE(pieceTable, 60);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(512, 0xff);
  numbers([0xfffffffd, ...next]).copy(table);
  return Buffer.concat([header, table, ...sectors]);
}

const NONE = 0xffffffff;

function entryOf({ name, content, inside, unlinked, type }: Stored, start: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry[66] = unlinked ?? type ?? (inside ? 1 : 2);
  entry.fill(0xff, 68, 80);
  entry.writeUInt32LE(start, 116);
  entry.writeUInt32LE(content?.length ?? 0, 120);
  return entry;
}

function numbers(list: number[]): Buffer {
  const bytes = Buffer.alloc(list.length * 4);
  list.forEach((number, n) => {
    bytes.writeUInt32LE(number, n * 4);
  });
  return bytes;
}
