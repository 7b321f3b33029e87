/** What `accept` of a file field takes, and the list that people read. */
export const acceptedExtensions = [
  'pdf',
  'jpg',
  'jpeg',
  'png',
  'webp',
  'docx',
  'xlsx',
  'doc',
  'xls',
];

/** Of a photo as iPhones keep it, which no other place opens; nothing of another file. */
export function heicText(fileName: string): string | undefined {
  return /\.hei[cf]$/i.test(fileName)
    ? 'Tu teléfono guardó la foto como HEIC. Guárdala como JPG y súbela otra vez.'
    : undefined;
}

/** Kinds that every browser shows by itself; the others are only ever saved. */
export function isPreviewable(contentType: string): boolean {
  return ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'].includes(contentType);
}
