import type { InspectedFile } from '#tests/support/dangerous-files.ts';
import { compoundFile, samples } from '#tests/support/sample-files.ts';

const record = (type: number, body: Buffer) => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
};
const partStart = (type: number, kind = 0x809) => {
  const body = Buffer.alloc(16);
  body.writeUInt16LE(type, 2);
  return record(kind, body);
};
const partEnd = record(0x0a, Buffer.alloc(0));

type Made = { sheet?: number; part?: number; before?: number; locked?: boolean };

/** Makes a workbook of one sheet of these types, after `before` records of a kilobyte. */
export function workbook({ sheet = 0, part = 0x10, before = 0, locked }: Made = {}): Buffer {
  return Buffer.concat([
    partStart(5),
    ...(locked ? [record(0x2f, Buffer.alloc(6))] : []),
    ...Array.from({ length: before }, () => record(0x31, Buffer.alloc(1_000))),
    record(0x85, Buffer.from([0, 0, 0, 0, 0, sheet, 5, 0, ...Buffer.from('Hoja1')])),
    partEnd,
    partStart(part),
    partEnd,
    Buffer.alloc(64),
  ]);
}

/** Makes a DOC like Word 97, with the strings beside its text ([MS-DOC] 2.9.273). */
function word(template: string, { version = 0xc1, flags = 0x200, table = '1Table' } = {}): Buffer {
  const texts = ['', template, 'Contrato'].map((text) => {
    const length = Buffer.alloc(2);
    length.writeUInt16LE(text.length);
    return Buffer.concat([length, Buffer.from(text, 'utf16le')]);
  });
  const strings = Buffer.concat([Buffer.from('ffff03000000', 'hex'), ...texts]);
  const block = Buffer.alloc(5_000);
  block.writeUInt16LE(0xa5ec, 0);
  block.writeUInt16LE(version, 2);
  block.writeUInt16LE(flags, 10);
  block.writeUInt32LE(700, 0x19a);
  block.writeUInt32LE(strings.length, 0x19e);
  return compoundFile({
    WordDocument: block,
    [table]: Buffer.concat([Buffer.alloc(700), strings, Buffer.alloc(80)]),
  });
}

/** Renames an entry in the directory. */
function renamedEntry(bytes: Buffer, name: string, other: string, length: number): Buffer {
  const at = bytes.indexOf(Buffer.from(name, 'utf16le'));
  bytes.fill(0, at, at + 64);
  bytes.write(other, at, 'utf16le');
  bytes.writeUInt16LE(length, at + 64);
  return bytes;
}

/** Makes a chain that leads back into itself: a reader without a counter never ends. */
function looped(): Buffer {
  const bytes = compoundFile({ Workbook: workbook({ before: 40 }) });
  const table = 512 * (1 + bytes.readUInt32LE(76));
  const start = bytes.indexOf(Buffer.from('Workbook', 'utf16le')) + 116;
  const second = bytes.readUInt32LE(start) + 1;
  bytes.writeUInt32LE(second, start);
  bytes.writeUInt32LE(second, table + 4 * (second + 2));
  return bytes;
}

const at = 'a.xls';
export const dangerousCompound: Record<string, InspectedFile> = {
  'a DOC with macros': [
    'a.doc',
    compoundFile({ WordDocument: 'x', 'Macros/VBA/dir': 'x' }),
    'macros',
  ],
  'an XLS with macros': [
    at,
    compoundFile({ Workbook: 'x', '_VBA_PROJECT_CUR/VBA/dir': 'x' }),
    'macros',
  ],
  'a DOC with an object': [
    'a.doc',
    compoundFile({ WordDocument: 'x', 'ObjectPool/_1/x': 'x' }),
    'objects',
  ],
  'an XLS with an object': [at, compoundFile({ Workbook: 'x', 'MBD0012ab4F/x': 'x' }), 'objects'],
  'an XLS with an Excel 4 macro sheet': [
    at,
    compoundFile({ Workbook: workbook({ sheet: 1 }) }),
    'macros',
  ],
  'an old XLS with an Excel 4 macro sheet behind much else': [
    at,
    compoundFile({ Book: workbook({ sheet: 1, before: 40 }) }),
    'macros',
  ],
  'an XLS whose sheet starts as a macro sheet': [
    at,
    compoundFile({ Workbook: workbook({ part: 0x40 }) }),
    'macros',
  ],
  'an XLS with a password': [at, compoundFile({ Workbook: workbook({ locked: true }) }), 'locked'],
  'a DOC with a password': ['a.doc', word('Normal.dot', { flags: 0x300 }), 'locked'],
  'an XLSX with a password': [
    'a.xlsx',
    compoundFile({ EncryptionInfo: 'x', EncryptedPackage: 'x' }),
    'locked',
  ],
  'a DOC with a template elsewhere': ['a.doc', word('https://malo.cl/a.dotm'), 'template'],
  'a DOC with a template on a share': [
    'a.doc',
    word('\\\\malo.cl\\a.dot', { flags: 0, table: '0Table' }),
    'template',
  ],
  'a template of Word 95, whose macros stand in its text': [
    'a.doc',
    word('', { version: 0x68, flags: 1 }),
    'macros',
  ],
  'a mail message named XLS': [at, compoundFile({ '__properties_version1.0': 'x' }), 'mismatch'],
  'a DOC named XLS': [at, samples.doc, 'doc'],
  'an XLS named XLSX': ['a.xlsx', samples.xls, 'xls'],
  'an XLS whose chain leads back': [at, looped(), 'heavy'],
  'the beginning of an XLS': [at, samples.xls.subarray(0, 600), 'broken'],
};

export const harmlessCompound: Record<string, InspectedFile> = {
  'an XLS of Office for Mac, whose root has another name': [
    at,
    renamedEntry(compoundFile({ Workbook: workbook() }), 'Root Entry', 'R', 2),
    null,
  ],
  'a long XLS': [at, compoundFile({ Workbook: workbook({ before: 40 }) }), null],
  'an old XLS in other letters': [at, compoundFile({ BOOK: workbook() }), null],
  'a DOC with a template of its own': ['a.doc', word('Normal.dot'), null],
  'a DOC with a template on the own disk': ['a.doc', word('C:\\Users\\ana\\Carta.dot'), null],
  'a DOC with a template on a Mac': ['a.doc', word('Macintosh HD:Users:ana:Carta.dot'), null],
  'a DOC of Word 95': ['a.doc', word('', { version: 0x68, flags: 0 }), null],
};
