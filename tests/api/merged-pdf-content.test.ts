import { crc32, deflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import { extractText } from 'unpdf';
import { beforeEach, expect, test } from 'vitest';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { addDocument, bytesOf } from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();
let ana: Member;
beforeEach(async () => {
  ana = await makeUser();
});

type File = Parameters<typeof addDocument>[1];

/** Returns the PDF of a vault with only these documents. */
async function merged(...files: File[]): Promise<Buffer> {
  for (const file of files) await addDocument(ana.id, { category: 'otros', ...file });
  return bytesOf(await api('/api/documents/folder?as=pdf', { cookies: ana.cookies }));
}

async function textOf(pdf: Buffer): Promise<string> {
  return (await extractText(new Uint8Array(pdf), { mergePages: true })).text;
}

/** Tells an orientation as cameras write it. */
function exifOf(orientation: number): Buffer {
  return Buffer.from(
    `4d4d002a000000080001011200030000000100${`0${orientation}`}000000000000`,
    'hex',
  );
}

/** A photo of 40 by 20 points. */
function jpeg(tiff: Buffer): Buffer {
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(exif.length + 2);
  const picture = Buffer.from('ffc0000b080014002801011100ffd9', 'hex');
  return Buffer.concat([Buffer.from('ffd8ffe1', 'hex'), size, exif, picture]);
}

/** A picture of 40 by 20 points in grey, with EXIF in front of its pixels or after them. */
function png(tiff: Buffer, isLast = false): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(20 * 41)));
  const exif = chunk('eXIf', tiff);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('00000028000000140800000000', 'hex')),
    ...(isLast ? [pixels, exif] : [exif, pixels]),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the pictures behind the index. */
async function drawnIn(pdf: Buffer) {
  const [, ...pages] = (await PDFDocument.load(pdf)).getPages();
  return pages.map(rendered);
}

/** The size of the drawn picture, and where the first pixel of its file is. */
function rendered({ node }: PDFPage) {
  const contents = node.lookup(PDFName.of('Contents'), PDFArray);
  const text = contents
    .asArray()
    .map((_, n) => decodePDFRawStream(contents.lookup(n, PDFRawStream)).decode())
    .map((bytes) => Buffer.from(bytes).toString('latin1'))
    .join('\n');
  const [a = 0, b = 0, c = 0, d = 0] = (/([-\d. ]+) cm/.exec(text)?.[1] ?? '')
    .split(' ')
    .map(Number);
  // The first pixel is the corner (0, 1) of the unit square, seen from its middle.
  const at = `${d - b > 0 ? 'top' : 'bottom'} ${c - a > 0 ? 'right' : 'left'}`;
  return { size: [Math.abs(a + c), Math.abs(b + d)], at };
}

test.each([
  [1, [40, 20], 'top left'],
  [3, [40, 20], 'bottom right'],
  [5, [20, 40], 'top left'],
  [6, [20, 40], 'top right'],
  [7, [20, 40], 'bottom right'],
  [8, [20, 40], 'bottom left'],
])(
  'a photo with EXIF orientation %i stands upright in the merged PDF, as JPEG and as PNG',
  async (orientation, size, at) => {
    const exif = exifOf(orientation);
    const files = [
      { bytes: jpeg(exif), contentType: 'image/jpeg' },
      { bytes: png(exif), contentType: 'image/png' },
      { bytes: png(exif, true), contentType: 'image/png' },
    ];
    expect(await drawnIn(await merged(...files))).toEqual(files.map(() => ({ size, at })));
  },
);

test('a picture with broken EXIF is not turned in the merged PDF', async () => {
  const files = [0, 6, 12].map((end) => ({
    bytes: png(exifOf(6).subarray(0, end)),
    contentType: 'image/png',
  }));
  const upright = { size: [40, 20], at: 'top left' };
  expect(await drawnIn(await merged(...files))).toEqual(files.map(() => upright));
});

async function formOf(fill: (made: PDFDocument) => void): Promise<Buffer> {
  const made = await PDFDocument.create();
  made.addPage([300, 300]);
  fill(made);
  return Buffer.from(await made.save());
}

test('a PDF form keeps its visible answers in the merged PDF, and loses its hidden ones', async () => {
  const bytes = await formOf((created) => {
    const page = created.getPage(0);
    const form = created.getForm();
    const name = form.createTextField('nombre');
    name.setText('Constructora Andes SpA');
    name.addToPage(page, { x: 20, y: 200, width: 200, height: 20 });
    const secret = form.createTextField('oculto');
    secret.setText('Nota interna');
    secret.addToPage(page, { x: 20, y: 100, width: 200, height: 20, hidden: true });
  });
  const text = await textOf(await merged({ bytes }));
  expect(text).toContain('Constructora Andes SpA');
  expect(text).toContain('pág. 2');
  expect(text).not.toContain('Nota interna');
});

test('an XFA form is left out of the merged PDF, and the index says that it is in the ZIP', async () => {
  const plain = await formOf((created) => {
    created.getForm().createTextField('nombre').addToPage(created.getPage(0));
  });
  const made = await PDFDocument.load(plain, { preserveXFA: true });
  made.getForm().acroForm.dict.set(PDFName.of('XFA'), made.context.obj([]));
  const bytes = Buffer.from(await made.save());
  expect(await textOf(await merged({ bytes }))).toContain('aparte, en el ZIP');
});

/** Makes a form that stores its answers and leaves drawing them to the reader. */
async function undrawn(answers: { nombre: string; region?: string }): Promise<Buffer> {
  const formBytes = await formOf((created) => {
    const page = created.getPage(0);
    const form = created.getForm();
    form.createTextField('nombre').addToPage(page, { x: 20, y: 200, width: 200, height: 20 });
    form.createTextField('vacio').addToPage(page, { x: 20, y: 150, width: 200, height: 20 });
    const region = form.createDropdown('region');
    region.addToPage(page, { x: 20, y: 100, width: 200, height: 20 });
  });
  const made = await PDFDocument.load(formBytes);
  const [name, , region] = made.getForm().getFields();
  const { context } = made;
  const text = (value: string) => PDFHexString.fromText(value);
  name?.acroField.dict.set(PDFName.of('V'), text(answers.nombre));
  const option = [text('07'), text('Maule')];
  region?.acroField.dict.set(PDFName.of('Opt'), context.obj([option]));
  region?.acroField.dict.set(PDFName.of('V'), text(answers.region ?? ''));
  for (const { acroField } of made.getForm().getFields()) {
    for (const widget of acroField.getWidgets()) {
      const empty = context.stream('/Tx BMC\nEMC\n', { Subtype: 'Form', BBox: [0, 0, 200, 20] });
      widget.setNormalAppearance(context.register(empty));
    }
  }
  return Buffer.from(await made.save({ updateFieldAppearances: false }));
}

test('answers that a form stores undrawn are drawn in the merged PDF, a choice by its text', async () => {
  const bytes = await undrawn({ nombre: 'Constructora Ñuñoa SpA', region: '07' });
  const text = await textOf(await merged({ bytes }));
  expect(text).toContain('Constructora Ñuñoa SpA');
  expect(text).toContain('Maule');
  expect(text).toContain('pág. 2');
});

test('a form with a stored answer that cannot be drawn is left out of the merged PDF', async () => {
  const text = await textOf(await merged({ bytes: await undrawn({ nombre: '建設会社' }) }));
  expect(text).toContain('aparte, en el ZIP');
});

test('an answer newer than its drawing is drawn anew in the merged PDF where the form says so', async () => {
  const formBytes = await formOf((created) => {
    for (const [name, y] of [
      ['rut', 200],
      ['borrado', 100],
    ] as const) {
      const field = created.getForm().createTextField(name);
      field.setText('Respuesta anterior');
      field.addToPage(created.getPage(0), { x: 20, y, width: 200, height: 20 });
    }
  });
  const made = await PDFDocument.load(formBytes);
  const [rut, cleared] = made.getForm().getFields();
  rut?.acroField.dict.set(PDFName.of('V'), PDFHexString.fromText('Respuesta nueva'));
  cleared?.acroField.dict.set(PDFName.of('V'), PDFHexString.fromText(''));
  made.getForm().acroForm.dict.set(PDFName.of('NeedAppearances'), made.context.obj(true));
  const bytes = Buffer.from(await made.save({ updateFieldAppearances: false }));
  const text = await textOf(await merged({ bytes }));
  expect(text).toContain('Respuesta nueva');
  expect(text).not.toContain('Respuesta anterior');
});
