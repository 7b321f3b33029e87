import { deflateRawSync } from 'node:zlib';
import { archive, largeSizes, type Part, writeParts } from '#tests/support/archives.ts';

export type Files = Record<string, { bytes: Buffer; name: string }>;

export const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
export const clean: Part[] = [
  { name: '[Content_Types].xml', content: `<Types xmlns="${types}"/>` },
  { name: 'word/document.xml', content: '<w:document/>' },
];
export const docx = (...more: Part[]) => ({ bytes: archive([...clean, ...more]), name: 'a.docx' });

/** Info-ZIP's other name of a part. */
const extraName = (name: string) => {
  const extra = Buffer.alloc(9 + name.length);
  extra.writeUInt16LE(0x7075, 0);
  extra.writeUInt16LE(5 + name.length, 2);
  extra[4] = 1;
  extra.write(name, 9);
  return extra;
};
const piped: Part = {
  name: 'word/a.xml',
  content: '<a/>'.repeat(99),
  deflated: true,
  described: true,
  localSizes: [0, 0],
  localCrc: 0,
};
/** A part that only a reader of the stream finds. */
const hidden = writeParts([{ name: 'word/vbaProject.bin', content: 'x' }]).bytes;

/** Parts of which readers would make different things. */
export const dangerousZip: Files = {
  'a part of another name by an extra field': docx({
    name: 'word/a.xml',
    content: '<a/>',
    extra: extraName('word/vbaProject.bin'),
  }),
  'a part of two other names by extra fields': docx({
    name: 'word/a.xml',
    content: '<a/>',
    extra: Buffer.concat([extraName('word/vbaProject.bin'), extraName('word/a.xml')]),
  }),
  'a part behind it in what describes another': docx({
    name: 'word/a.xml',
    content: '<a/>',
    described: true,
    describedBy: 'PK\x03\x04',
  }),
  'a part of a large size that is another': docx({
    name: 'word/a.xml',
    content: '<a/>',
    extra: largeSizes(9, 9),
  }),
  ...Object.fromEntries(
    [[9], [4, 9], [4, 4, 0], [4, 4, 2 ** 32]].map((values) => [
      `a part whose large sizes in the index are ${values.join(', ')}`,
      docx({ name: 'word/a.xml', content: '<a/>', listedExtra: largeSizes(...values) }),
    ]),
  ),
  'a part whose one large size others take for the first': docx({
    name: 'word/a.xml',
    content: '<a/>'.repeat(99),
    deflated: true,
    listedSizes: [0xffffffff, 396],
    listedExtra: largeSizes(deflateRawSync('<a/>'.repeat(99), { level: 9 }).length),
  }),
  'a part whose own head says a large size in place of none': docx({
    ...piped,
    extra: largeSizes(9, 9),
    listedExtra: Buffer.alloc(0),
  }),
  'a part of another sum': docx({ name: 'word/a.xml', content: '<a/>', crc: 1 }),
  'a packed part of another sum': docx({
    name: 'word/a.xml',
    content: '<a/>',
    crc: 1,
    deflated: true,
  }),
  'a part of another sum by its own head': docx({
    name: 'word/a.xml',
    content: '<a/>',
    localCrc: 1,
  }),
  'a part that its own head says is shorter': docx({
    name: 'word/a.png',
    content: Buffer.concat([Buffer.from('x'), hidden]),
    localSizes: [1, 1],
  }),
  'a packed part that ends before its place': docx({
    name: 'word/a.png',
    content: 'x',
    deflated: true,
    trailing: hidden,
  }),
  'a part with another name of its own': docx({
    name: 'word/a.txt',
    localName: 'word/vbaProject.bin',
    content: 'x',
  }),
  'a part whose size is not what is said': docx({ name: 'word/a.txt', content: 'x', unpacked: 9 }),
};

export const harmlessZip: Files = {
  'parts written to a pipe': docx({ name: 'word/a.xml', content: '<a/>', described: true }),
  'packed parts': docx({ name: 'word/a.xml', content: '<a/>'.repeat(99), deflated: true }),
  'its own name in an extra field': docx({
    name: 'word/a.xml',
    content: '<a/>',
    extra: extraName('word/a.xml'),
  }),
  'a packed part written to a pipe': docx(piped),
  'a packed part written to a pipe that could have become large': docx({
    ...piped,
    localSizes: [0xffffffff, 0xffffffff],
    extra: largeSizes(0, 0),
    listedExtra: Buffer.alloc(0),
  }),
  'sizes and a place that field 1 repeats': docx({
    name: 'word/a.xml',
    content: '<a/>',
    extra: largeSizes(4, 4),
  }),
  'sizes and places in field 1 alone': {
    bytes: archive(clean.map((part) => ({ ...part, large: true }))),
    name: 'a.docx',
  },
};
