import { crc32, deflateRawSync } from 'node:zlib';

/** Part of an archive. A field that is left out has the value that a correct program writes. */
export type ArchivePart = {
  name: string;
  content: string | Buffer;
  deflated?: boolean;
  /** Name in the part's own head. The index has `name`. */
  localName?: string;
  /** Size in head and index. */
  unpacked?: number;
  /** True if its sizes follow its content, as in an archive that was written to a pipe. */
  described?: boolean;
  /** Extra fields of its own head and of the index, or only of the index. */
  extra?: Buffer;
  listedExtra?: Buffer;
  /** True if only field 1 has its sizes and place. */
  large?: boolean;
  /** Checksum in its own head and the index, or only in its own head. */
  crc?: number;
  localCrc?: number;
  /** First bytes of the description behind it, if they are unusual. */
  describedBy?: string;
  /** Packed and unpacked size in the part's own head, if it differs from the index. */
  localSizes?: [number, number];
  listedSizes?: [number, number];
  /** Bytes that count as packed, after the real end. */
  trailing?: Buffer;
};
type Written = { bytes: Buffer; entries: Buffer; count: number };

/** Returns heads and contents in a row, and their index, for a file that has them at `from`. */
export function writeZipParts(parts: ArchivePart[], from = 0): Written {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = from;
  for (const part of parts) {
    const content = Buffer.from(part.content);
    const stored = part.deflated ? deflateRawSync(content, { level: 9 }) : content;
    const packed = Buffer.concat([stored, part.trailing ?? Buffer.alloc(0)]);
    const unpacked = part.unpacked ?? content.length;
    const all = part.large ? 0xffffffff : undefined;
    const extra = part.large
      ? zip64Sizes(unpacked, packed.length)
      : (part.extra ?? Buffer.alloc(0));
    const listedExtra = part.large
      ? zip64Sizes(unpacked, packed.length, at)
      : (part.listedExtra ?? extra);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(part.described ? 8 : 0, 2);
    head.writeUInt16LE(part.deflated ? 8 : 0, 4);
    head.writeUInt32LE(part.crc ?? crc32(content), 10);
    head.writeUInt32LE(all ?? packed.length, 14);
    head.writeUInt32LE(all ?? unpacked, 18);
    const name = Buffer.from(part.name);
    const localName = Buffer.from(part.localName ?? part.name);
    const [own, listed] = [Buffer.from(head), Buffer.from(head)];
    own.writeUInt16LE(localName.length, 22);
    listed.writeUInt16LE(name.length, 22);
    own.writeUInt16LE(extra.length, 24);
    listed.writeUInt16LE(listedExtra.length, 24);
    for (const [n, size] of (part.localSizes ?? []).entries()) own.writeUInt32LE(size, 14 + n * 4);
    for (const [n, size] of (part.listedSizes ?? []).entries())
      listed.writeUInt32LE(size, 14 + n * 4);
    if (part.localCrc !== undefined) own.writeUInt32LE(part.localCrc, 10);
    const described = part.described
      ? Buffer.concat([Buffer.from(part.describedBy ?? 'PK\x07\x08'), head.subarray(10, 22)])
      : Buffer.alloc(0);
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      own,
      localName,
      extra,
      packed,
      described,
    ]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(all ?? at, 10);
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), listed, rest, name, listedExtra]),
    );
    locals.push(local);
    at += local.length;
  }
  return { bytes: Buffer.concat(locals), entries: Buffer.concat(entries), count: parts.length };
}

/** Returns field 1: unpacked and packed size, and place, of 64 bits each. */
export function zip64Sizes(...values: number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(values.length * 8, 2);
  for (const [n, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + n * 8);
  return field;
}

/** Returns the record that ends an archive. `comment` is its claim about the bytes after it. */
export function endRecord(
  index: { count: number; length: number; at: number },
  comment = 0,
): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(index.count, 8);
  end.writeUInt16LE(index.count, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(index.at, 16);
  end.writeUInt16LE(comment, 20);
  return end;
}

/** Returns the two records of a large archive, which give the place of the index once more. */
export function zip64EndRecords(
  index: { count: number; length: number; at: number },
  at: number,
): Buffer {
  const end = Buffer.alloc(76);
  end.write('PK\x06\x06', 'latin1');
  const long = (value: number, place: number) => end.writeBigUInt64LE(BigInt(value), place);
  long(44, 4);
  long(index.count, 24);
  long(index.count, 32);
  long(index.length, 40);
  long(index.at, 48);
  end.write('PK\x06\x07', 56, 'latin1');
  long(at, 64);
  end.writeUInt32LE(1, 72);
  return end;
}

/** Returns an honest archive, with `large` with the records of a large one. */
export function zipArchive(parts: ArchivePart[], { large = false } = {}): Buffer {
  const { bytes, entries, count } = writeZipParts(parts);
  const index = { count, length: entries.length, at: bytes.length };
  const before = Buffer.concat([bytes, entries]);
  const more = large ? zip64EndRecords(index, before.length) : Buffer.alloc(0);
  return Buffer.concat([before, more, endRecord(index)]);
}
