import { beforeAll, describe, expect, test } from 'vitest';
import { type ArchivePart, zip64Sizes, zipArchive } from '#tests/support/archives.ts';
import { inspectedFiles } from '#tests/support/dangerous-files.ts';
import { mainTypes, officePackage, samples, zipOfFiles } from '#tests/support/sample-files.ts';
import {
  announceUpload,
  downloadUpload,
  postUploadProxy,
  putUpload,
  uploadProxyForm,
} from '#tests/support/upload-client.ts';
import { createWorld } from '#tests/support/world.ts';

/** Makes every part of a package in the way of some program. */
function written(as: (content: string) => Partial<ArchivePart>): Buffer {
  const parts = Object.entries(officePackage('xl/workbook.xml', mainTypes.xlsx));
  return zipArchive(parts.map(([name, content]) => ({ name, content, ...as(content) })));
}

const accepted: Record<string, [name: string, bytes: Buffer]> = {
  'an export of Apple Numbers, with a field of large sizes that says zero': [
    'a.xlsx',
    written(() => ({ extra: zip64Sizes(0, 0), listedExtra: Buffer.alloc(0) })),
  ],
  'an archive packed again on a Mac, whose parts say one of their sizes': [
    'a.xlsx',
    written(({ length }) => ({ described: true, localSizes: [length, 0], localCrc: 0 })),
  ],
  'a package with its workbook at the root': [
    'a.xlsx',
    zipOfFiles(officePackage('workbook.xml', mainTypes.xlsx)),
  ],
  'a JFIF': ['a.jfif', samples.jpg],
  'a JPE': ['a.jpe', samples.jpg],
  'a PJPEG': ['a.PJPEG', samples.jpg],
};
for (const which of [
  'an XLS of Office for Mac, whose root has another name',
  'a PDF behind a byte-order mark',
  'a PDF behind 1,000 bytes of a mail',
  'a PDF of object streams',
  'an encrypted PDF that everybody opens',
  'a DOC of Word 95',
]) {
  const [name = '', bytes = Buffer.alloc(0)] = inspectedFiles[which] ?? [];
  accepted[which] = [name, bytes];
}

const openXml = 'application/vnd.openxmlformats-officedocument';
const word = `${openXml}.wordprocessingml.document`;
const excel = `${openXml}.spreadsheetml.sheet`;

describe('a file that people really upload', () => {
  beforeAll(() => void createWorld({ RATE_LIMITS: 'off' }));

  test.each(Object.entries(accepted))('%s is accepted', async (_, [name, bytes]) => {
    expect(await postUploadProxy(uploadProxyForm(bytes, name))).toMatchObject({ status: 200 });
  });

  test('a JPEG that a phone called HEIC is kept as .jpg, sent through the app or directly to the store', async () => {
    const { body } = await postUploadProxy(uploadProxyForm(samples.jpg, 'IMG_0001.HEIC'));
    const announced = await announceUpload('IMG_0002.heic');
    expect((await putUpload(announced.presignedUrl, samples.jpg)).status).toBe(200);
    for (const [url, name] of [
      [body.downloadUrl, 'IMG_0001.jpg'],
      [announced.downloadUrl, 'IMG_0002.jpg'],
    ] as const) {
      const { headers } = await downloadUpload(url);
      expect(headers.get('content-disposition')).toContain(name);
      expect(headers.get('content-type')).toBe('image/jpeg');
    }
  });

  test.each<[string, Buffer, string, string]>([
    ['captura.jpg', samples.png, 'captura.png', 'image/png'],
    ['foto.PNG', samples.jpg, 'foto.jpg', 'image/jpeg'],
    ['logo.jpeg', samples.webp, 'logo.webp', 'image/webp'],
    ['IMG_0003.heic', samples.png, 'IMG_0003.png', 'image/png'],
    ['captura.pdf', samples.png, 'captura.png', 'image/png'],
    ['bases.doc', samples.pdf, 'bases.pdf', 'application/pdf'],
    ['bases.jpg', samples.pdf, 'bases.pdf', 'application/pdf'],
    ['contrato', samples.pdf, 'contrato.pdf', 'application/pdf'],
    ['foto', samples.jpg, 'foto.jpg', 'image/jpeg'],
    ['carta.doc', samples.docx, 'carta.docx', word],
    ['carta.pdf', samples.docx, 'carta.docx', word],
    ['carta.docx', samples.doc, 'carta.doc', 'application/msword'],
    ['plan.xls', samples.xlsx, 'plan.xlsx', excel],
    ['plan.docx', samples.xlsx, 'plan.xlsx', excel],
    ['plan', samples.xlsx, 'plan.xlsx', excel],
    ['plan.xlsx', samples.xls, 'plan.xls', 'application/vnd.ms-excel'],
    ['plan.doc', samples.xls, 'plan.xls', 'application/vnd.ms-excel'],
  ])(
    '%s, whose content is of another kind than its name, is kept with the right extension and type',
    async (name, bytes, storedRows, type) => {
      const { headers } = await downloadUpload(
        (await postUploadProxy(uploadProxyForm(bytes, name))).body.downloadUrl,
      );
      expect(headers.get('content-disposition')).toContain(storedRows);
      expect(headers.get('content-type')).toBe(type);
    },
  );

  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  const table = Buffer.from('\ufeff\r\n<table><tr><td>1</td></tr></table>');
  const odt = zipOfFiles({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': '<a/>',
  });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const rtf = Buffer.from('{\\rtf1\\ansi Hola}');
  const photo = /HEIC\. Guárdala como JPG/;
  const unknown = (name: string) =>
    new RegExp(`^No recibimos archivos \\${name}\\. Usa .*PDF, JPG`);
  test.each<[string, Buffer, RegExp]>([
    ['IMG_0001.HEIC', heic, photo],
    ['IMG_0001.jpg', heic, photo],
    ['IMG_0001', heic, photo],
    ['doc.odt', samples.docx, unknown('.odt')],
    ['plan.csv', Buffer.from('a;b'), unknown('.csv')],
    ['contrato.pdf.p7s', samples.pdf, unknown('.p7s')],
    ['plan.xlsm', samples.xlsx, /^No recibimos archivos con macros/],
    ['contrato.DOTM', samples.docx, /^No recibimos archivos con macros/],
    [
      'cartola.xls',
      table,
      /^Es una página web con nombre \.xls: ábrela en Excel .* como \.xlsx\.$/,
    ],
    ['cartola.doc', table, /^Es una página web con nombre \.doc: ábrela en Word .* como \.docx\.$/],
    ['pagina.pdf', table, /^Es una página web con nombre \.pdf: ábrela y guárdala como PDF\.$/],
    [
      'cartola.xls',
      Buffer.from('\ufeffActivo,1200\nPasivo,800'),
      /^Es un archivo de texto con nombre \.xls: ábrelo en Excel y guárdalo como \.xlsx\.$/,
    ],
    [
      'cartola.xlsx',
      Buffer.from('\ufeffActivo\t1200', 'utf16le'),
      /^Es un archivo de texto con nombre \.xlsx: ábrelo en Excel y guárdalo como \.xlsx\.$/,
    ],
    [
      'cartola.xls',
      Buffer.from(
        '<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      ),
      /^Es una planilla XML con nombre \.xls: ábrela en Excel y guárdala como \.xlsx\.$/,
    ],
    ['carta.doc', rtf, /^Es un documento RTF con nombre \.doc: ábrelo en Word .* como \.docx\.$/],
    ['carta.docx', odt, /^Es un documento de OpenOffice .* \.docx: ábrelo en Word .* \.docx\.$/],
    ['carta', rtf, /^Es un documento RTF sin extensión: ábrelo y guárdalo como PDF\.$/],
    ['vacio.pdf', Buffer.alloc(0), /^El archivo está vacío\.$/],
    ['vacio', Buffer.alloc(0), /^El archivo está vacío\.$/],
    ['roto.pdf', Buffer.from('hola'), /^El archivo no es un PDF, o está dañado\. Usa /],
    ['logo.png', svg, /^El archivo no es una imagen PNG, o está dañado\. Usa /],
    [
      'bases.docx',
      zipOfFiles({ 'a.txt': 'a' }),
      /^El archivo no es un documento de Word, o está dañado/,
    ],
    ['contrato', Buffer.from('hola'), /^No reconocimos de qué tipo es el archivo\. Usa /],
  ])('%s is refused with a message that says what to do', async (name, bytes, message) => {
    const refused = { status: 400, body: { message: expect.stringMatching(message) } };
    expect(await postUploadProxy(uploadProxyForm(bytes, name))).toMatchObject(refused);
  });
});
