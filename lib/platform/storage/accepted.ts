/** Extensions for the `accept` attribute of a file field, and for the list that people read. */
export const acceptedExtensions = [
  'pdf',
  'jpg',
  'jpeg',
  'jfif',
  'png',
  'webp',
  'docx',
  'xlsx',
  'doc',
  'xls',
];

/**
 * Phones give a JPEG this name now and then. It stays out of `accept`: an iPhone converts its photos
 * to JPEG for a field that does not list it.
 */
export function isHeicName(fileName: string): boolean {
  return /\.hei[cf]$/i.test(fileName);
}

/** Kinds that every browser shows by itself; the others are only ever saved. */
export function isPreviewable(contentType: string): boolean {
  return ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'].includes(contentType);
}
