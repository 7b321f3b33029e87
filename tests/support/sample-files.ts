import CFB from 'cfb';
import { zipArchive } from '#tests/support/archives.ts';

const packages = 'http://schemas.openxmlformats.org/package/2006';
export const officeFile = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const openXml = 'application/vnd.openxmlformats-officedocument';
/** Types of main parts. */
export const mainTypes = {
  docx: `${openXml}.wordprocessingml.document.main+xml`,
  xlsx: `${openXml}.spreadsheetml.sheet.main+xml`,
};

export const relationships = (...relations: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="${packages}/relationships">${relations.join('')}</Relationships>`;
/** Returns the parts of a package whose main part lies at `path`. */
export const officePackage = (path: string, type: string, more: Record<string, string> = {}) => ({
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/xml"/><Override PartName="/${path}" ContentType="${type}"/></Types>`,
  '_rels/.rels': relationships(
    `<Relationship Id="rId1" Type="${officeFile}/officeDocument" Target="${path}"/>`,
  ),
  [path]: '<main/>',
  ...more,
});
/** Makes a package with one more part of any bytes. */
export const addPart = (parts: Record<string, string>, name: string, content: Buffer) =>
  zipArchive([
    ...Object.entries(parts).map(([part, text]) => ({ name: part, content: text })),
    { name, content },
  ]);
export const docx = (more: Record<string, string> = {}) =>
  zipOfFiles(officePackage('word/document.xml', mainTypes.docx, more));
export const xlsx = (more: Record<string, string> = {}) =>
  zipOfFiles(officePackage('xl/workbook.xml', mainTypes.xlsx, more));

/** Small real files of every kind, and of kinds that must be refused. */
export const samples = {
  pdf: Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  jpg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffd9', 'hex'),
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  webp: Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
  docx: docx(),
  xlsx: xlsx(),
  doc: compoundFile({ Data: 'x', '1Table': 'x', WordDocument: 'x' }),
  xls: compoundFile({ Workbook: 'x' }),
};

type Intruder = { bytes: Buffer; name: string };
/** Files of two kinds at once. By their first bytes alone they would be accepted. */
export const filesOfTwoKinds: Record<string, Intruder> = {
  'a PDF with an archive behind it, named DOCX': {
    bytes: Buffer.concat([samples.pdf, samples.docx]),
    name: 'a.docx',
  },
  'a JPEG with an archive behind it, named XLSX': {
    bytes: Buffer.concat([samples.jpg, samples.xlsx]),
    name: 'a.xlsx',
  },
};

/** Files that are refused. */
export const disguisedFiles: Record<string, Intruder> = {
  ...filesOfTwoKinds,
  'an empty file': { bytes: Buffer.alloc(0), name: 'vacio.pdf' },
  'HTML named PDF': { bytes: Buffer.from('<!doctype html><script>1</script>'), name: 'a.pdf' },
  'SVG named PNG': {
    bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    name: 'a.png',
  },
  'XML and SVG named WEBP': { bytes: Buffer.from('<?xml version="1.0"?><svg/>'), name: 'a.webp' },
  'a Windows program': { bytes: Buffer.from(`MZ\x90\0${'\0'.repeat(80)}PE`), name: 'a.pdf' },
  'a Linux program': { bytes: Buffer.from(`\x7fELF\x02\x01\x01${'\0'.repeat(60)}`), name: 'a.doc' },
  'a shell script': { bytes: Buffer.from('#!/bin/sh\nrm -rf /\n'), name: 'a.pdf' },
  'a plain zip': { bytes: zipOfFiles({ 'hola.txt': 'hola' }), name: 'a.zip' },
  'a program with an archive behind it': {
    bytes: Buffer.concat([Buffer.from('MZ'), samples.docx]),
    name: 'a.docx',
  },
  'a PDF behind more than 1,024 bytes': {
    bytes: Buffer.concat([Buffer.alloc(1_021, ' '), samples.pdf]),
    name: 'a.pdf',
  },
  'a HEIC photo': { bytes: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), name: 'a.heic' },
  'a PDF whose name ends in a program behind a turned mark': {
    bytes: samples.pdf,
    name: 'contrato\u202Efdp.exe',
  },
  'a PDF named program': { bytes: samples.pdf, name: 'contrato.pdf.exe' },
  'an image behind a byte-order mark': {
    bytes: Buffer.concat([Buffer.from('efbbbf', 'hex'), samples.png]),
    name: 'a.png',
  },
  'random text': { bytes: Buffer.from('hola, soy un texto'), name: 'a.pdf' },
};

/** Makes a zip of stored entries. */
export function zipOfFiles(entries: Record<string, string>): Buffer {
  return zipArchive(Object.entries(entries).map(([name, content]) => ({ name, content })));
}

/** Makes a compound file like SheetJS, by the paths of its streams. */
export function compoundFile(streams: Record<string, string | Buffer>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) {
    CFB.utils.cfb_add(file, `/${path}`, Buffer.from(content));
  }
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Buffer);
}
