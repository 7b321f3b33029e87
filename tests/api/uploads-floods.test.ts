import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import PdfKit from 'pdfkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { docx, mainTypes, officePackage } from '#tests/support/sample-files.ts';
import { postUploadProxy, uploadProxyForm } from '#tests/support/upload-client.ts';
import { createWorld } from '#tests/support/world.ts';

const MIB = 1024 * 1024;

/** Makes a DOCX with more parts, by yazl. */
async function withParts(parts: [name: string, content: Buffer][]): Promise<Buffer> {
  const archive = new ZipFile();
  const all = Object.entries(officePackage('word/document.xml', mainTypes.docx));
  for (const [name, content] of all) archive.addBuffer(Buffer.from(content), name);
  for (const [name, content] of parts)
    archive.addBuffer(content, name, { compress: content.length > 0 });
  archive.end();
  return buffer(archive.outputStream);
}

/** Makes a PDF whose page has `bytes` blanks as its content, packed `times` times. */
async function blanks(bytes: number, times: number): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  let content: Uint8Array = Buffer.alloc(bytes, ' ');
  for (let n = 0; n < times; n += 1) content = deflateSync(content, { level: 9 });
  const filter = Array.from({ length: times }, () => 'FlateDecode');
  const stream = pdf.context.register(pdf.context.stream(content, { Filter: filter }));
  pdf.addPage().node.set(PDFName.of('Contents'), stream);
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

/** Makes a PDF of one page by PDFKit, which writes the catalogue behind the pages. */
async function certificate(): Promise<Buffer> {
  const document = new PdfKit();
  document.text('Certificado de prueba');
  document.end();
  return buffer(document);
}

const upload = async (bytes: Buffer, name: string) => postUploadProxy(uploadProxyForm(bytes, name));
const refusedAs = (message: RegExp) => ({
  status: 400,
  body: { error: 'invalid_file', message: expect.stringMatching(message) },
});

describe('a file that is excessively large once it is unpacked', () => {
  beforeAll(() => void createWorld({ RATE_LIMITS: 'off' }));

  test('a DOCX of 3 MB that unpacks to 200 MB is refused', async () => {
    const bytes = await withParts([
      ['word/media/a.jpg', randomBytes(3 * MIB)],
      ['word/media/b.xml', Buffer.alloc(200 * MIB)],
    ]);
    expect(await upload(bytes, 'a.docx')).toMatchObject(refusedAs(/desmedido/));
  });

  test('a DOCX of more than 10,000 parts is refused, one of 2,000 is accepted', async () => {
    const parts = (count: number) =>
      Array.from({ length: count }, (_, n): [string, Buffer] => [`word/a/${n}.xml`, Buffer.of()]);
    expect(await upload(await withParts(parts(10_001)), 'a.docx')).toMatchObject(
      refusedAs(/desmedido/),
    );
    expect(await upload(await withParts(parts(2_000)), 'a.docx')).toMatchObject({ status: 200 });
  });

  test.each([1, 2])(
    'a PDF whose page unpacks to 300 MB, packed %i times, is refused, and one of 5 MB is accepted',
    async (n) => {
      expect(await upload(await blanks(300 * MIB, n), 'a.pdf')).toMatchObject(
        refusedAs(/desmedido/),
      );
      expect(await upload(await blanks(5 * MIB, n), 'a.pdf')).toMatchObject({ status: 200 });
    },
  );
});

describe('a file without its end', () => {
  const INCOMPLETE = /^El archivo está dañado o incompleto\./;
  beforeAll(() => void createWorld({ RATE_LIMITS: 'off' }));

  test('a PDF without its second half is refused', async () => {
    const whole = await certificate();
    const half = whole.subarray(0, whole.length / 2);
    expect(await upload(half, 'a.pdf')).toMatchObject(refusedAs(INCOMPLETE));
  });

  test('a PDF that readers can repair is accepted', async () => {
    const whole = await certificate();
    const withoutEnd = whole.subarray(0, whole.lastIndexOf('startxref'));
    const elsewhere = Buffer.from(
      whole.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'),
      'latin1',
    );
    for (const bytes of [whole, withoutEnd, elsewhere])
      expect(await upload(bytes, 'a.pdf')).toMatchObject({ status: 200 });
  });

  test('a DOCX without its second half is refused', async () => {
    const half = docx().subarray(0, docx().length / 2);
    expect(await upload(half, 'a.docx')).toMatchObject(refusedAs(INCOMPLETE));
  });
});
