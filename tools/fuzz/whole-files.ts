import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { receiptBytes } from '#lib/domain/requests/submissions/receipt.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { openRequest } from '#tests/support/requests.ts';
import {
  compoundFile,
  disguisedFiles,
  mainTypes,
  officePackage,
  samples,
} from '#tests/support/sample-files.ts';

/** Returns the files that are mutated: small samples, and files as programs write them. */
export async function wholeFiles(): Promise<{ name: string; bytes: Buffer }[]> {
  const small = Object.entries(samples).map(([kind, bytes]) => ({ name: `a.${kind}`, bytes }));
  const word = {
    ...officePackage('word/document.xml', mainTypes.docx),
    'word/document.xml': text,
    'word/styles.xml': text,
  };
  const sheet = {
    ...officePackage('xl/workbook.xml', mainTypes.xlsx),
    'xl/workbook.xml': text,
    'xl/a.xml': text,
  };
  return [
    ...small,
    {
      name: 'comprobante.pdf',
      bytes: await receiptBytes(openRequest(publicBody), 'https://resguardo.cl/comprobante/a.b'),
    },
    { name: 'informe.docx', bytes: await deflated(word) },
    { name: 'planilla.xlsx', bytes: await deflated(sheet) },
    {
      name: 'viejo.doc',
      bytes: compoundFile({ Data: 'x', A: 'x', B: 'x', WordDocument: text }),
    },
    ...Object.values(disguisedFiles).map(({ name, bytes }) => ({ name, bytes })),
  ];
}

const text = '<w:p>Boleta de garantía</w:p>'.repeat(400);

async function deflated(entries: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) {
    zip.addBuffer(Buffer.from(content), name, { mtime: new Date(2026, 10, 20) });
  }
  zip.end();
  return buffer(zip.outputStream);
}
