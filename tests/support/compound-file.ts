type Stored = { name: string; content?: Buffer; child?: number };

/** A whole [MS-CFB] file: streams below 4,096 bytes in the root's own stream, others in sectors. */
export function compoundFile(stored: Stored[]): Buffer {
  const sectors: Buffer[] = [];
  const next: number[] = [];
  const put = (bytes: Buffer): number => {
    const first = sectors.length + 1;
    for (let at = 0; at < bytes.length; at += 512) {
      const sector = Buffer.alloc(512);
      bytes.copy(sector, 0, at, at + 512);
      sectors.push(sector);
      next.push(at + 512 < bytes.length ? sectors.length + 1 : 0xfffffffe);
    }
    return bytes.length > 0 ? first : 0xfffffffe;
  };
  const pieces: Buffer[] = [];
  const pieceAfter: number[] = [];
  const entries = stored.map(({ name, content = Buffer.alloc(0), child = -1 }) => {
    let start = 0xfffffffe;
    if (content.length >= 4_096) start = put(content);
    else if (content.length > 0) {
      start = pieces.length;
      for (let at = 0; at < content.length; at += 64) {
        const piece = Buffer.alloc(64);
        content.copy(piece, 0, at, at + 64);
        pieces.push(piece);
        pieceAfter.push(at + 64 < content.length ? pieces.length : 0xfffffffe);
      }
    }
    return entryOf(name, { start, size: content.length, child });
  });
  const small = Buffer.concat(pieces);
  const root = entryOf('Root Entry', { start: put(small), size: small.length, child: 1 });
  const pieceTable = put(numbers(pieceAfter));
  const directory = put(Buffer.concat([root, ...entries]));

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

function entryOf(name: string, at: { start: number; size: number; child: number }): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry[66] = 2;
  entry.writeInt32LE(at.child, 76);
  entry.writeUInt32LE(at.start, 116);
  entry.writeUInt32LE(at.size, 120);
  return entry;
}

function numbers(list: number[]): Buffer {
  const bytes = Buffer.alloc(list.length * 4);
  list.forEach((number, n) => {
    bytes.writeUInt32LE(number, n * 4);
  });
  return bytes;
}
