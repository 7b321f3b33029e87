import CFB from 'cfb';
import type { Finding } from '#lib/platform/storage/inspection/findings.ts';

const LOCKED = /^\P{L}*(encryptioninfo|encryptedpackage|dataspaces|drmcontent)$/iu;
const MACROS = /^(macros|vba|_vba_project(_cur)?)$/i;
const OBJECTS = /^(mbd[0-9a-f]{8}|lnk[0-9a-f]{8}|ctls|\x01ole10native)$/i;
/** An entry of the object pool, which is empty in a document without objects. */
const POOLED_ENTRY = /\/objectpool\/./i;

/** Returns the danger in a compound file (OLE), or else its kind. Throws if it is unreadable. */
export function findDangerInCompoundFile(bytes: Buffer): Finding {
  const { FileIndex, FullPaths } = CFB.read(bytes, { type: 'buffer' });
  const names = FileIndex.filter(({ type }) => type !== 0).map(({ name }) => bareName(name));
  if (names.some((name) => LOCKED.test(name))) return 'locked';
  if (names.some((name) => MACROS.test(name))) return 'macros';
  if (names.some((name) => OBJECTS.test(name)) || FullPaths.some((path) => POOLED_ENTRY.test(path)))
    return 'objects';
  const streamOf = (pattern: RegExp) => {
    const at = FullPaths.findIndex((path) => pattern.test(bareName(path)));
    return at < 0 ? null : Buffer.from(FileIndex[at]?.content ?? []);
  };
  const text = streamOf(/^[^/]*\/worddocument$/i);
  if (text) return textDanger(text, streamOf) ?? 'doc';
  const book = streamOf(/^[^/]*\/(work)?book$/i);
  return book ? (workbookDanger(book) ?? 'xls') : 'mismatch';
}

function bareName(name: string): string {
  return name.replaceAll('\0', '');
}

/**
 * Returns Excel 4 macros, macro modules or encryption, or null ([MS-XLS] 2.4.21, 2.4.28, 2.4.117).
 */
function workbookDanger(book: Buffer): Finding | null {
  for (let at = 0; at + 10 <= book.length; at += 4 + book.readUInt16LE(at + 2)) {
    const record = book.readUInt16LE(at);
    if (record === 0x2f) return 'locked';
    const isStart = [0x09, 0x209, 0x409, 0x809].includes(record);
    if (isStart && [6, 0x40].includes(book.readUInt16LE(at + 6))) return 'macros';
    if (record === 0x85 && [1, 6].includes(book.readUInt8(at + 9))) return 'macros';
  }
  return null;
}

/** Template paths that Word loads over a network: URLs, shares and rooted paths. */
const FETCHED_PATH = /[\\/]{2}|^\s*(\w{2,}:)?[\\/]/;

/**
 * Returns the danger in a Word document, or null ([MS-DOC] 2.5.2). In Word 6 and 95 only templates
 * have macros. The second associated string is the path of the template (2.5.6, 2.9.274).
 */
function textDanger(text: Buffer, streamOf: (wanted: RegExp) => Buffer | null): Finding | null {
  if (text.length < 0x1a2) return null;
  const flags = text.readUInt16LE(10);
  if (flags & 0x100) return 'locked';
  if (text.readUInt16LE(2) < 0xc0) return flags & 1 ? 'macros' : null;
  const [at, length] = [text.readUInt32LE(0x19a), text.readUInt32LE(0x19e)];
  const table = streamOf(flags & 0x200 ? /^[^/]*\/1table$/i : /^[^/]*\/0table$/i);
  if (!table || length === 0) return null;
  const pathOffset = at + 8 + 2 * table.readUInt16LE(at + 6);
  const path = table.toString(
    'utf16le',
    pathOffset + 2,
    pathOffset + 2 + 2 * table.readUInt16LE(pathOffset),
  );
  return FETCHED_PATH.test(path) ? 'template' : null;
}
