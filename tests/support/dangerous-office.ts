import { archive, endOf, largeEndOf, type Part, writeParts } from '#tests/support/archives.ts';
import {
  clean,
  dangerousZip,
  docx,
  type Files,
  harmlessZip,
  types,
} from '#tests/support/dangerous-zip.ts';

const at = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const macroTypes = `<Types xmlns="${types}"><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>`;
const binaryTypes = `<Types xmlns="${types}"><Default Extension="BIN" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>`;
const evil: Part[] = [
  { name: '[Content_Types].xml', content: macroTypes },
  { name: 'word/document.xml', content: '<w:document/>' },
];
const settings = (content: string | Buffer, name = 'word/_rels/settings.xml.rels') =>
  docx({ name, content });
const rels = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
/** A template elsewhere, with one more attribute that a reader by pattern takes for the last word. */
const template = (more = '', target = 'https://malo.cl/a.dotm') =>
  rels(
    `<Relationship Id="r" Type="${at}/attachedTemplate" Target="${target}" TargetMode="External" ${more}/>`,
  );
const utf32 = (text: string) => {
  const bytes = Buffer.alloc(text.length * 4);
  for (const [n, letter] of [...text].entries()) bytes.writeUInt32LE(letter.charCodeAt(0), n * 4);
  return bytes;
};

/** Two archives in one file: `found` is the one whose index programs take that look elsewhere. */
function twoIndexes(): Files {
  const [a, b] = [writeParts(clean), writeParts(evil)];
  const before = a.bytes.length + b.bytes.length;
  const shifted = writeParts(evil, a.bytes.length).entries;
  const bodies = Buffer.concat([a.bytes, b.bytes, a.entries]);
  const index = { count: 2, length: a.entries.length, at: before };
  const other = { count: 2, length: shifted.length, at: bodies.length };
  const asDocx = (...pieces: Buffer[]) => ({ bytes: Buffer.concat(pieces), name: 'a.docx' });
  return {
    'an index that does not end at the end record': asDocx(bodies, shifted, endOf(index)),
    'another index in the comment': asDocx(
      bodies,
      endOf(index, shifted.length + 24),
      shifted,
      endOf({ ...other, at: other.at + 22 }),
      Buffer.from('xx'),
    ),
    'a comment': asDocx(bodies, endOf(index, 2), Buffer.from('xx')),
    'a record of large archives that names another index': asDocx(
      bodies,
      shifted,
      largeEndOf(other, bodies.length + shifted.length),
      endOf(index),
    ),
    'parts that no index lists': asDocx(
      b.bytes,
      ...[writeParts(clean, b.bytes.length)].flatMap(({ bytes, entries, count }) => {
        const at = b.bytes.length + bytes.length;
        return [bytes, entries, endOf({ count, length: entries.length, at })];
      }),
    ),
  };
}

export const dangerousOffice: Files = {
  ...twoIndexes(),
  ...dangerousZip,
  ...Object.fromEntries(
    ['mimetype', 'META-INF/manifest.xml', 'content.xml', 'Basic/Standard/Module1.xml'].map(
      (name) => [`${name}, of another format`, docx({ name, content: '<a/>' })],
    ),
  ),
  'an embedded document that does not begin as one': docx({
    name: 'word/embeddings/a.docx',
    content: Buffer.concat([Buffer.from('x'), archive(evil)]),
  }),
  'a template elsewhere that is called internal': settings(
    template().replace('External', 'Internal'),
  ),
  ...Object.fromEntries(
    [
      `xmlns:ñ="TargetMode='Internal'"`,
      `xmlns:ñ="Type='x/image'"`,
      `xmlns:ñ="Target='file:///C:/a.dotx'"`,
      'ñTargetMode="Internal"',
      `xmlns:a="a" a:TargetMode="Internal"`,
      'TargetMode="Internal"',
    ].map((more) => [`a template elsewhere with ${more}`, settings(template(more))]),
  ),
  ...Object.fromEntries(
    [
      'file:///C:/&#10;x/../..//malo.cl/a.dotm',
      'file:///C:/.&#9;./.&#9;.//malo.cl/a.dotm',
      'file:///C:/%255C%255Cmalo.cl/a.dotm',
      'file:///C:/x/..',
      'file:////malo.cl/a.dotm',
    ].map((target) => [`a template at ${target}`, settings(template('', target))]),
  ),
  'relations in UTF-32': settings(utf32(template())),
  'relations in UTF-16 without a mark': settings(Buffer.from(template(), 'utf16le')),
  'relations that say another encoding': settings(template().replace('UTF-8', 'UTF-7')),
  'relations with a document type': settings(`<!DOCTYPE a [<!ENTITY b "c">]>${template()}`),
  'relations without an end': settings(template().slice(0, -3)),
  'relations whose name ends with a dot': settings(template(), 'word/_rels/settings.xml.rels.'),
  'relations in pieces': settings(template(), 'word/_rels/settings.xml.rels/[0].last.piece'),
  'relations by another path': settings(template(), 'word/./_rels/settings.xml%2Erels'),
  'types by another path': docx({ name: './[Content_Types].xml', content: macroTypes }),
  'an extension of an active type': {
    bytes: archive([
      { name: '[Content_Types].xml', content: binaryTypes },
      { name: 'xl/workbook.xml', content: '<a/>' },
      { name: 'xl/a.Bin', content: 'x' },
    ]),
    name: 'a.xlsx',
  },
  'an object in a folder of another name': docx({
    name: 'word/otros/a.bin',
    content: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  }),
  'a program': docx({ name: 'word/x.png', content: 'MZ\x90\0' }),
  'a text that carries objects': docx({ name: 'word/chunk.txt', content: '{\\rtf1\\object}' }),
  'a document with macros in a folder of another name': docx({
    name: 'word/otros/x.dat',
    content: archive(evil),
  }),
  'an archive of something else': docx({
    name: 'word/embeddings/x.docx',
    content: archive([{ name: 'a.exe', content: 'x' }]),
  }),
  'documents in documents in documents in documents': docx({
    name: 'word/embeddings/a.docx',
    content: archive([
      ...clean,
      {
        name: 'word/embeddings/a.docx',
        content: archive([...clean, { name: 'word/embeddings/a.docx', content: archive(clean) }]),
      },
    ]),
  }),
};

export const harmlessOffice: Files = {
  ...harmlessZip,
  'the records of a large archive': { bytes: archive(clean, { large: true }), name: 'a.docx' },
  'relations in UTF-16': settings(
    Buffer.from(`\ufeff${rels('').replace('UTF-8', 'UTF-16')}`, 'utf16le'),
  ),
  'a template of the own disk': settings(
    template('', 'file:///C:\\Users\\Ana%20P%C3%A9rez\\AppData\\Roaming\\Normal.dotm'),
  ),
  'a workbook within': docx({ name: 'word/embeddings/Hoja1.xlsx', content: archive(clean) }),
  'types of extensions that it does not use': {
    bytes: archive([
      { name: '[Content_Types].xml', content: binaryTypes },
      { name: 'xl/workbook.xml', content: '<a/>' },
    ]),
    name: 'a.xlsx',
  },
  'a template on a Mac': settings(template('', 'file:///Users/ana/Library/Carta.dotx')),
  'an empty folder': docx({ name: 'word/media/', content: '' }),
};
