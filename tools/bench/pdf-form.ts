const FIRST_NAME = 'contrato-000000.pdf';

export const formType = 'multipart/form-data; boundary=corte';

/** Returns the multipart form of a browser with these fields and a PDF of `size` bytes. */
export function pdfForm(fields: Record<string, string>, size: number): Buffer<ArrayBuffer> {
  const pdf = Buffer.alloc(size, 'contenido de un contrato\n');
  pdf.write('%PDF-1.7\n');
  const head = (name: string, more = '') =>
    `--corte\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const before = Object.entries(fields).map(([name, value]) => `${head(name)}${value}\r\n`);
  const file = head('file', `; filename="${FIRST_NAME}"\r\ncontent-type: application/pdf`);
  return Buffer.concat([
    Buffer.from(before.join('') + file),
    pdf,
    Buffer.from('\r\n--corte--\r\n'),
  ]);
}

/**
 * Renames the form's file. Payload looks for a free name, which takes longer with each one that
 * exists.
 */
export function renamed(form: Buffer<ArrayBuffer>, n: number): Buffer<ArrayBuffer> {
  form.write(`${n}`.padStart(6, '0'), form.indexOf('contrato-') + 'contrato-'.length);
  return form;
}
