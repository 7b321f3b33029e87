import {
  acceptedExtensions,
  acceptedKinds,
  isHeicName,
} from '#lib/platform/storage/inspection/accepted.ts';

export const acceptedText = `Usa uno de estos formatos: ${acceptedKinds
  .map(({ extensions }) => extensions[0])
  .join(', ')
  .toUpperCase()}.`;

/** Returns text that says why a file's name is refused and what to do, or returns null. */
export function nameProblemText(fileName: string): string | null {
  const extension = /\.([a-z\d]{1,10})$/.exec(fileName.toLowerCase())?.[1];
  // The content decides about a name without an extension.
  if (!extension || acceptedExtensions.includes(extension) || isHeicName(fileName)) return null;
  if (/^(?:do[ct]|xl[ast]|p[op]t|pps)m$/.test(extension))
    return 'No recibimos archivos con macros. Guárdalo como XLSX, DOCX o PDF, y súbelo otra vez.';
  if (/^(?:numbers|pages|key)$/.test(extension))
    return `No recibimos archivos .${extension}. Expórtalo como PDF o para Office, y súbelo otra vez.`;
  return `No recibimos archivos .${extension}. ${acceptedText}`;
}
