import { extensionOf } from '#lib/platform/storage/file-name.ts';
import { acceptedExtensions } from '#lib/platform/storage/inspection/accepted.ts';

const contentCopy: Record<string, string> = {
  pdf: 'un PDF',
  jpg: 'una imagen JPG',
  png: 'una imagen PNG',
  webp: 'una imagen WEBP',
  docx: 'un documento de Word',
  xlsx: 'una planilla de Excel',
  doc: 'un documento antiguo de Word',
  xls: 'una planilla antigua de Excel',
  pptx: 'una presentación de PowerPoint',
  html: 'una página web',
  rtf: 'un documento RTF',
  xml: 'una planilla XML',
};

/** Says what a file with another name is, by the extension of its content, and what to do. */
export function wrongNameText(content: string, fileName: string): string {
  const named = extensionOf(fileName);
  const what = contentCopy[content] ?? 'un archivo';
  const found = `Es ${what} con nombre .${named}:`;
  if (acceptedExtensions.includes(content)) return `${found} cámbiale el nombre a .${content}.`;
  const it = what.startsWith('una ') ? 'la' : 'lo';
  if (content === 'pptx') return `${found} ábre${it} y guárda${it} como PDF.`;
  if (named.startsWith('xls')) return `${found} ábre${it} en Excel y guárda${it} como .xlsx.`;
  if (named.startsWith('doc')) return `${found} ábre${it} en Word y guárda${it} como .docx.`;
  return `${found} ábre${it} y guárda${it} como PDF.`;
}
