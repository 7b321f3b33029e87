const FIRST_NAME = 'contrato-000000.pdf';

/** Columns of the picture in the scanned page. */
const COLUMNS = 2048;

export const formType = 'multipart/form-data; boundary=corte';

/** Returns the multipart form of a browser with these fields and a PDF of about `size` bytes. */
export function pdfForm(fields: Record<string, string>, size: number): Buffer<ArrayBuffer> {
  const head = (name: string, more = '') =>
    `--corte\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const before = Object.entries(fields).map(([name, value]) => `${head(name)}${value}\r\n`);
  const file = head('file', `; filename="${FIRST_NAME}"\r\ncontent-type: application/pdf`);
  return Buffer.concat([
    Buffer.from(before.join('') + file),
    scannedPage(size),
    Buffer.from('\r\n--corte--\r\n'),
  ]);
}

/** Returns a PDF of one page with an uncompressed picture of `size` bytes, like a scan. */
function scannedPage(size: number): Buffer<ArrayBuffer> {
  const rows = Math.ceil(size / COLUMNS);
  const rendered = 'q 612 0 0 792 0 0 cm /Scan Do Q';
  const objects = [
    [`<</Type/Catalog/Pages 2 0 R>>`],
    [`<</Type/Pages/Kids[3 0 R]/Count 1>>`],
    [
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R',
      '/Resources<</XObject<</Scan 5 0 R>>>>>>',
    ],
    [`<</Length ${rendered.length}>>\nstream\n${rendered}\nendstream`],
    [
      `<</Type/XObject/Subtype/Image/Width ${COLUMNS}/Height ${rows}/ColorSpace/DeviceGray`,
      `/BitsPerComponent 8/Length ${COLUMNS * rows}>>\nstream\n`,
      Buffer.alloc(COLUMNS * rows, 'contenido de un contrato\n'),
      '\nendstream',
    ],
  ].map((parts, n) =>
    Buffer.concat([`${n + 1} 0 obj`, ...parts, '\nendobj\n'].map((part) => Buffer.from(part))),
  );
  const header = Buffer.from('%PDF-1.7\n');
  let at = header.length;
  const offsets = objects.map((object) => {
    const offset = `${at}`.padStart(10, '0');
    at += object.length;
    return `${offset} 00000 n \n`;
  });
  const end = [
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`,
    `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
  ];
  return Buffer.concat([header, ...objects, Buffer.from(end.join(''))]);
}

/**
 * Renames the form's file. Payload looks for a free name, which takes longer with each one that
 * exists.
 */
export function renamed(form: Buffer<ArrayBuffer>, n: number): Buffer<ArrayBuffer> {
  form.write(`${n}`.padStart(6, '0'), form.indexOf('contrato-') + 'contrato-'.length);
  return form;
}
