import { acceptedText } from '#lib/domain/uploads/name-problem.ts';
import { extensionOf } from '#lib/platform/storage/file-name.ts';
import { acceptedKinds } from '#lib/platform/storage/inspection/accepted.ts';

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
  odf: 'un documento de OpenOffice o LibreOffice',
  xml: 'una planilla XML',
  csv: 'un archivo de texto',
};

/** Says what a file is that we do not accept, whatever its name, and what to do. */
export function wrongNameText(content: string, fileName: string): string {
  const extension = extensionOf(fileName);
  const noun = contentCopy[content] ?? 'un archivo';
  const start = `Es ${noun} ${extension ? `con nombre .${extension}` : 'sin extensión'}:`;
  const pronoun = noun.startsWith('una ') ? 'la' : 'lo';
  if (content === 'pptx') return `${start} ábre${pronoun} y guárda${pronoun} como PDF.`;
  if (extension.startsWith('xls'))
    return `${start} ábre${pronoun} en Excel y guárda${pronoun} como .xlsx.`;
  if (extension.startsWith('doc'))
    return `${start} ábre${pronoun} en Word y guárda${pronoun} como .docx.`;
  return `${start} ábre${pronoun} y guárda${pronoun} como PDF.`;
}

/** Says that the content of a file is not what its name says. */
export function unknownContentText(fileName: string): string {
  const namedKind = acceptedKinds.find(({ extensions }) =>
    extensions.includes(extensionOf(fileName)),
  );
  const noun = contentCopy[namedKind?.extensions[0] ?? ''];
  const text = noun
    ? `El archivo no es ${noun}, o está dañado.`
    : 'No reconocimos de qué tipo es el archivo.';
  return `${text} ${acceptedText}`;
}
