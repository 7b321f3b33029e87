import { inflateRawSync } from 'node:zlib';
import { compoundFile } from '#tests/support/compound-file.ts';

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
/** A workbook whose one sheet is said to be of this type, `before` records of a kilobyte first. */
export function workbook(sheetType: number, before = 0, lock = false, part = 0x10): Buffer {
  const sheet = Buffer.from([0, 0, 0, 0, 0, sheetType, 5, 0, ...Buffer.from('Hoja1')]);
  const globals = [
    partStart(5),
    ...(lock ? [record(0x2f, Buffer.alloc(6))] : []),
    ...Array.from({ length: before }, () => record(0x31, Buffer.alloc(1_000))),
  ];
  const start = Buffer.concat([...globals, record(0x85, sheet), partEnd]).length;
  sheet.writeUInt32LE(start, 0);
  return Buffer.concat([
    ...globals,
    record(0x85, sheet),
    partEnd,
    partStart(part),
    partEnd,
    Buffer.alloc(64),
  ]);
}
const xls = (content: Buffer, name = 'Workbook') => ({
  bytes: compoundFile([{ name, content }]),
  name: 'a.xls',
});

/** What Word 97 keeps beside the text, the template among it ([MS-DOC] 2.9.273). */
function wordStrings(template: string): Buffer {
  const strings = ['', template, 'Contrato'].map((text) => {
    const length = Buffer.alloc(2);
    length.writeUInt16LE(text.length);
    return Buffer.concat([length, Buffer.from(text, 'utf16le')]);
  });
  return Buffer.concat([Buffer.from('ffff03000000', 'hex'), ...strings]);
}

/** A DOC as Word 97 writes it. `decoy`: the template of another table that comes first. */
function word(
  template: string,
  { version = 0xc1, flags = 0x200, table = '1Table', decoy = '' } = {},
) {
  const block = Buffer.alloc(5_000);
  block.writeUInt16LE(0xa5ec, 0);
  block.writeUInt16LE(version, 2);
  block.writeUInt16LE(flags, 10);
  block.writeUInt32LE(700, 0x19a);
  block.writeUInt32LE(wordStrings(template).length, 0x19e);
  const tableOf = (template: string) => ({
    name: table,
    content: Buffer.concat([Buffer.alloc(700), wordStrings(template), Buffer.alloc(80)]),
  });
  return {
    bytes: compoundFile([
      ...(decoy ? [tableOf(decoy)] : []),
      { name: 'WordDocument', content: block },
      tableOf(template),
    ]),
    name: 'a.doc',
  };
}

/** An XLS of sectors of 4,096 whose workbook is beyond 4 GB by one reader: there it has a macro sheet. */
const twoSizes = inflateRawSync(
  Buffer.from(
    '7ds5TgIBFIfxN2wCgoK7uOG+L7jv2phY21hrKYkkxMYDeBCPYO0VTPQI2nkJGf9MBoPYSGMifD/yhcyErX1vhpfn9O' +
      'v9Q+bNahxayEpuwiL+sVOVJ2UW8I9LrutWTrv4VwwAAAAA0BQ+NAOWqgrrXMSf6QEAAAAAQGM4s4IeN5a1E7vWc9Fu' +
      '69of9FjYqXyW88v3BP37B8rO9e1Fy9ul9zvyde8vOizg1Hs9O6Teg1X3MgAAAAAA0OBq9wGV6/8tKqpiKq5aVUIlVZ' +
      'tq90f4tDeDm3WqLtXt7QTMelWf6lcZNaAG1ZAaViMqq0bVmBpXE2pSTalpNaNm1ZyaVwtqUS2pZbWicmpVral1taE2' +
      '1ZbaVjtqV+2pfXVg5f82mB1xjwMAAAAAoIk0+/4jFk2ZRcL2mHwqrzy83cedJb29g1nYTgtXF7n41wtT314YZ38EAA' +
      'AAAGiA+df5Mf8eM/8CAAAAAAAAAAAAAAAAAAAAAPD3PgE=',
    'base64',
  ),
);

/** The directory says another length of this name. */
function named(name: string, length: number): { bytes: Buffer; name: string } {
  const bytes = doc(name);
  bytes.writeUInt16LE(length, bytes.indexOf(Buffer.from(name, 'utf16le')) + 64);
  return { bytes, name: 'a.doc' };
}

const doc = (...names: string[]) =>
  compoundFile(['WordDocument', ...names].map((name) => ({ name })));

/** Files of kinds that are taken, which must never be handed out. */

export const dangerousCompound: Record<string, { bytes: Buffer; name: string }> = {
  'a DOC with macros': { bytes: doc('Macros', 'VBA', '_VBA_PROJECT'), name: 'a.doc' },
  'an XLS with macros': {
    bytes: compoundFile([{ name: 'Workbook' }, { name: '_VBA_PROJECT_CUR' }]),
    name: 'a.xls',
  },
  'a DOC with macros behind 300 other entries': {
    bytes: doc(...Array.from({ length: 300 }, (_, n) => `Objeto ${n}`), 'Macros'),
    name: 'a.doc',
  },
  'a DOC with an object': {
    bytes: compoundFile([
      { name: 'WordDocument' },
      { name: 'ObjectPool', inside: [{ name: '_1' }] },
    ]),
    name: 'a.doc',
  },
  'an XLS with an object': {
    bytes: compoundFile([{ name: 'Workbook' }, { name: 'MBD0012ab4F' }]),
    name: 'a.xls',
  },
  'an XLS with an Excel 4 macro sheet': {
    bytes: compoundFile([{ name: 'Workbook', content: workbook(1) }]),
    name: 'a.xls',
  },
  'an XLS with an Excel 4 macro sheet behind much else': {
    bytes: compoundFile([{ name: 'Workbook', content: workbook(1, 40) }]),
    name: 'a.xls',
  },
  'an old XLS with an Excel 4 macro sheet': {
    bytes: compoundFile([{ name: 'Book', content: workbook(1) }]),
    name: 'a.xls',
  },
  'a locked XLS': {
    bytes: compoundFile([{ name: 'Workbook', content: workbook(0, 0, true) }]),
    name: 'a.xls',
  },
  'an XLS whose workbook leads nowhere': {
    bytes: (() => {
      const bytes = compoundFile([{ name: 'Workbook', content: workbook(0, 40) }]);
      const name = bytes.indexOf(Buffer.from('Workbook', 'utf16le'));
      bytes.writeUInt32LE(60_000, name + 116);
      return bytes;
    })(),
    name: 'a.xls',
  },
  'a DOC with a template elsewhere': word('https://malo.cl/a.dotm'),
  'a DOC with a template on a share': word('\\\\malo.cl\\a.dot', { flags: 0, table: '0Table' }),
  'a DOC with a template elsewhere, by one bar': word(' http:/malo.cl/a.dotm'),
  'an XLS of two sizes': { bytes: twoSizes, name: 'a.xls' },
  'a DOC with two tables of strings': word('https://malo.cl/a.dotm', {
    decoy: 'Normal.dot',
  }),
  'a DOC whose strings are missing': word('Normal.dot', { table: '0Table' }),
  'a DOC of Word 95': word('Normal.dot', { version: 0x68 }),
  'a DOC with a password': word('Normal.dot', { flags: 0x300 }),
  'a DOC whose text is none': {
    bytes: compoundFile([{ name: 'WordDocument', content: Buffer.alloc(5_000) }]),
    name: 'a.doc',
  },
  'a DOC with macros under a name with a NUL': { bytes: doc('Macros\0'), name: 'a.doc' },
  'a DOC with macros under a name in other letters': { bytes: doc('macro\u017f'), name: 'a.doc' },
  ...Object.fromEntries(
    [0, 2, 12, 13, 15, 16, 64, 66].map((length) => [
      `a DOC with macros under a name that says ${length} bytes`,
      named('Macros', length),
    ]),
  ),
  'an XLS that keeps small streams elsewhere': {
    bytes: (() => {
      const bytes = compoundFile([{ name: 'Workbook', content: workbook(0) }]);
      bytes.writeUInt32LE(64, 56);
      return bytes;
    })(),
    name: 'a.xls',
  },
  'an XLS with controls': {
    bytes: compoundFile([{ name: 'Workbook', content: workbook(0) }, { name: 'Ctls' }]),
    name: 'a.xls',
  },
  'an XLS whose sheet starts as a macro sheet': xls(workbook(0, 0, false, 0x40)),
  'a long XLS whose sheet starts as a macro sheet': xls(workbook(0, 40, false, 0x40)),
  'an XLS whose sheet starts as a module': xls(workbook(0, 0, false, 6)),
  'an old XLS that starts as a macro sheet': xls(
    Buffer.concat([partStart(0x40, 0x209), partEnd, Buffer.alloc(64)]),
    'Book',
  ),
  'an XLS whose sheet is elsewhere': xls(
    (() => {
      const bytes = workbook(0);
      bytes.writeUInt32LE(3, 24);
      return bytes;
    })(),
  ),
};

/** Their harmless neighbours. */
export const harmlessCompound: Record<string, { bytes: Buffer; name: string }> = {
  'a DOC with an empty pool of objects': {
    bytes: compoundFile([{ name: 'WordDocument' }, { name: 'ObjectPool', inside: [] }]),
    name: 'a.doc',
  },
  'an XLS with sheets': {
    bytes: compoundFile([{ name: 'Workbook', content: workbook(0) }]),
    name: 'a.xls',
  },
  'a long XLS with sheets': {
    bytes: compoundFile([{ name: 'Workbook', content: workbook(0, 40) }]),
    name: 'a.xls',
  },
  'a DOC with a template of its own': word('Normal.dot'),
  'a DOC with a template on the own disk': word('C:\\Users\\ana\\Plantillas\\Carta.dot'),
  'a DOC with a template on a Mac': word('Macintosh HD:Users:ana:Carta.dot'),
};
