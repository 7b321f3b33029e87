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
  csv: 'un archivo de texto',
};

/** Says what a file with a wrong extension is and what to do. `content` is the right extension. */
export function wrongNameText(content: string, fileName: string): string {
  const named = extensionOf(fileName);
  const noun = contentCopy[content] ?? 'un archivo';
  const start = `Es ${noun} con nombre .${named}:`;
  if (acceptedExtensions.includes(content)) return `${start} cámbiale el nombre a .${content}.`;
  const pronoun = noun.startsWith('una ') ? 'la' : 'lo';
  if (content === 'pptx') return `${start} ábre${pronoun} y guárda${pronoun} como PDF.`;
  if (named.startsWith('xls'))
    return `${start} ábre${pronoun} en Excel y guárda${pronoun} como .xlsx.`;
  if (named.startsWith('doc'))
    return `${start} ábre${pronoun} en Word y guárda${pronoun} como .docx.`;
  return `${start} ábre${pronoun} y guárda${pronoun} como PDF.`;
}
