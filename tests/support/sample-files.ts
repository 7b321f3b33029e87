import { archive } from '#tests/support/archives.ts';
import { compoundFile } from '#tests/support/compound-file.ts';

/** Small real files of every kind, and of kinds that must be refused. */
export const samples = {
  pdf: Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  jpg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffd9', 'hex'),
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  webp: Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
  docx: zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' }),
  xlsx: zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' }),
  doc: compound(['Data', '1Table', 'WordDocument']),
  xls: compound(['Workbook']),
};

export const intruders: Record<string, { bytes: Buffer; name: string }> = {
  'an empty file': { bytes: Buffer.alloc(0), name: 'vacio.pdf' },
  'HTML named PDF': { bytes: Buffer.from('<!doctype html><script>1</script>'), name: 'a.pdf' },
  'HTML after a blank': { bytes: Buffer.from('\n \n<html><body>%PDF-1.4'), name: 'a.pdf' },
  'SVG named PNG': {
    bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    name: 'a.png',
  },
  'XML and SVG named WEBP': { bytes: Buffer.from('<?xml version="1.0"?><svg/>'), name: 'a.webp' },
  'a Windows program': { bytes: Buffer.from(`MZ\x90\0${'\0'.repeat(80)}PE`), name: 'a.pdf' },
  'a Linux program': { bytes: Buffer.from(`\x7fELF\x02\x01\x01${'\0'.repeat(60)}`), name: 'a.doc' },
  'a shell script': { bytes: Buffer.from('#!/bin/sh\nrm -rf /\n'), name: 'a.pdf' },
  'a plain zip named DOCX': { bytes: zip({ 'virus.exe': 'MZ' }), name: 'a.docx' },
  'a plain zip': { bytes: zip({ 'hola.txt': 'hola' }), name: 'a.zip' },
  'a program with an archive behind it': {
    bytes: Buffer.concat([Buffer.from('MZ'), samples.docx]),
    name: 'a.docx',
  },
  'an archive without its end': { bytes: samples.docx.subarray(0, -30), name: 'a.docx' },
  'a DOCX that unpacks to 2 GB': {
    bytes: swollen(samples.docx, 2_000_000_000),
    name: 'a.docx',
  },
  'a small DOCX that unpacks to 100 MB': {
    bytes: swollen(samples.docx, 100_000_000),
    name: 'a.docx',
  },
  'a DOCX whose parts overlap': { bytes: overlapping(samples.docx), name: 'a.docx' },
  'a PDF with an archive behind it, named DOCX': {
    bytes: Buffer.concat([samples.pdf, samples.docx]),
    name: 'a.docx',
  },
  'a JPEG with an archive behind it, named XLSX': {
    bytes: Buffer.concat([samples.jpg, samples.xlsx]),
    name: 'a.xlsx',
  },
  'a PDF behind a script': {
    bytes: Buffer.concat([Buffer.from('<script>1</script>'), samples.pdf]),
    name: 'a.pdf',
  },
  'a PDF whose name ends in a program behind a turned mark': {
    bytes: samples.pdf,
    name: 'contrato\u202Efdp.exe',
  },
  slides: {
    bytes: zip({ '[Content_Types].xml': '', 'ppt/presentation.xml': '' }),
    name: 'a.docx',
  },
  'an installer named DOC': {
    bytes: compound(['WordDocument'], { rootClass: '84100c0000000000c000000000000046' }),
    name: 'a.doc',
  },
  'a mail message named XLS': { bytes: compound(['__properties_version1.0']), name: 'a.xls' },
  'a locked document': { bytes: compound(['EncryptionInfo', 'EncryptedPackage']), name: 'a.doc' },
  'a PDF named DOCX': { bytes: samples.pdf, name: 'a.docx' },
  'an XLSX named DOCX': { bytes: samples.xlsx, name: 'a.docx' },
  'a DOC named XLS': { bytes: samples.doc, name: 'a.xls' },
  'a PDF without extension': { bytes: samples.pdf, name: 'contrato' },
  'a PDF named program': { bytes: samples.pdf, name: 'contrato.pdf.exe' },
  'an image behind a byte-order mark': {
    bytes: Buffer.concat([Buffer.from('efbbbf', 'hex'), samples.png]),
    name: 'a.png',
  },
  'random text': { bytes: Buffer.from('hola, soy un texto'), name: 'a.pdf' },
};

/** Its last part claims to unpack to so many bytes. */
function swollen(archive: Buffer, bytes: number): Buffer {
  const copy = Buffer.from(archive);
  copy.writeUInt32LE(bytes, copy.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24);
  return copy;
}

/** Its last part claims to take more of the file than there is. */
function overlapping(archive: Buffer): Buffer {
  const copy = Buffer.from(archive);
  copy.writeUInt32LE(copy.length, copy.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 20);
  return copy;
}

/** A zip of stored entries. */
export function zip(entries: Record<string, string>): Buffer {
  return archive(Object.entries(entries).map(([name, content]) => ({ name, content })));
}

export function compound(streams: string[], as: { rootClass?: string; scattered?: boolean } = {}) {
  return compoundFile(
    streams.map((name) => ({ name })),
    as,
  );
}
