import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib';
import { getDocumentProxy } from 'unpdf';
import type { Finding } from '#lib/platform/storage/findings.ts';

/** The same that `pdf-text.ts` looks for in the plain. */
const ACTS = ['JavaScript', 'Launch', 'Rendition', 'XFA'];

/**
 * Lists every object, those of object streams too, which pdf.js does not offer: it tells of scripts and not
 * of programs that are launched. Where pdf-lib cannot read a file, pdf.js may, as browsers do.
 */
export async function finding(bytes: Buffer): Promise<Finding> {
  const options = { password: '', updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY };
  try {
    const { context } = await PDFDocument.load(bytes, options);
    return context.enumerateIndirectObjects().some(([, object]) => acts(object)) ? 'script' : 'pdf';
  } catch {
    const document = await getDocumentProxy(new Uint8Array(bytes)).catch((error: Error) => error);
    if (document instanceof Error)
      return document.name === 'PasswordException' ? 'locked' : 'broken';
    return (await document.hasJSActions()) ? 'script' : 'pdf';
  }
}

function acts(object: PDFObject): boolean {
  if (object instanceof PDFName) return ACTS.includes(object.decodeText());
  if (object instanceof PDFStream) return acts(object.dict);
  if (object instanceof PDFArray) return object.asArray().some(acts);
  return object instanceof PDFDict && object.entries().flat().some(acts);
}
