import {
  acceptedExtensions,
  acceptedKinds,
  isHeicName,
} from '#lib/platform/storage/inspection/accepted.ts';

export const acceptedText = `Usa uno de estos formatos: ${acceptedKinds
  .map(({ extensions }) => extensions[0])
  .join(', ')
  .toUpperCase()}.`;

/** Says why the name of a file is refused and what to do, or returns null. */
export function nameProblemText(fileName: string): string | null {
  const extension = /\.([a-z\d]{1,10})$/.exec(fileName.toLowerCase())?.[1];
  // If the name has no extension, the content decides.
  if (!extension || acceptedExtensions.includes(extension) || isHeicName(fileName)) return null;
  if (/^(?:do[ct]|xl[ast]|p[op]t|pps)m$/.test(extension))
    return 'No recibimos archivos con macros. Guárdalo como XLSX, DOCX o PDF, y súbelo otra vez.';
  if (/^(?:numbers|pages|key)$/.test(extension))
    return `No recibimos archivos .${extension}. Expórtalo como PDF o para Office, y súbelo otra vez.`;
  return `No recibimos archivos .${extension}. ${acceptedText}`;
}
