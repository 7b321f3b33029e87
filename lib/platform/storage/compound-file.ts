import type { ByteSource } from '#lib/platform/storage/sources.ts';

const MOST_SECTORS = 64;
const MOST_LISTS = 16;
const ENTRY_LENGTH = 128;
/** Class ids of installers, 000C1084 (package), 000C1086 (patch)…, as the file stores them. */
const INSTALLER = /^8[0-9a-f]100c0000000000c000000000000046$/;

/**
 * DOC or XLS by the stream names in a compound file's directory ([MS-CFB] 2.2, 2.6). Other users
 * of the container (installers, messages, slides, password-protected files) are null.
 */
export async function compoundKind(source: ByteSource): Promise<'doc' | 'xls' | null> {
  const directory = await readDirectory(source);
  if (!directory) return null;
  const names = new Set<string>();
  for (let at = 0; at + ENTRY_LENGTH <= directory.length; at += ENTRY_LENGTH) {
    const length = Math.min(64, directory.readUInt16LE(at + 64));
    if (length > 2) names.add(directory.toString('utf16le', at, at + length - 2));
  }
  if (INSTALLER.test(directory.toString('hex', 80, 96))) return null;
  if (!names.has('Root Entry') || names.has('EncryptedPackage')) return null;
  if (names.has('WordDocument')) return 'doc';
  return names.has('Workbook') || names.has('Book') ? 'xls' : null;
}

/** The directory's sectors one after the other: at most 64 of them, 256 entries or more. */
async function readDirectory(source: ByteSource): Promise<Buffer | null> {
  const header = await source.read(0, 512);
  const shift = header.length < 512 ? 0 : header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  const sectorLength = 1 << shift;
  const sectorAt = (sector: number) => source.read((sector + 1) * sectorLength, sectorLength);
  const perSector = sectorLength / 4;

  /** The header lists 109 sectors of the allocation table, a chain of sectors the others. */
  const tableSectorOf = async (slot: number): Promise<number | null> => {
    if (slot < 109) return header.readUInt32LE(76 + slot * 4);
    let list = header.readUInt32LE(68);
    let rest = slot - 109;
    for (let hops = 0; hops < MOST_LISTS; hops += 1) {
      const sectors = await sectorAt(list);
      if (sectors.length < sectorLength) return null;
      if (rest < perSector - 1) return sectors.readUInt32LE(rest * 4);
      rest -= perSector - 1;
      list = sectors.readUInt32LE(sectorLength - 4);
    }
    return null;
  };

  const parts: Buffer[] = [];
  let sector = header.readUInt32LE(48);
  while (parts.length < MOST_SECTORS && sector < 0xfffffffa) {
    const part = await sectorAt(sector);
    if (part.length < ENTRY_LENGTH) break;
    parts.push(part);
    const tableSector = await tableSectorOf(Math.floor(sector / perSector));
    if (tableSector === null) break;
    const table = await sectorAt(tableSector);
    if (table.length < sectorLength) break;
    sector = table.readUInt32LE((sector % perSector) * 4);
  }
  return parts.length > 0 ? Buffer.concat(parts) : null;
}
