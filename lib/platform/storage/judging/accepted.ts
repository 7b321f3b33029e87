const openXml = 'application/vnd.openxmlformats-officedocument';

/** Kinds have these extensions, the usual one first. */
export const kinds = [
  { extensions: ['pdf'], contentType: 'application/pdf' },
  { extensions: ['jpg', 'jpeg', 'jfif', 'jpe', 'pjpeg', 'pjp'], contentType: 'image/jpeg' },
  { extensions: ['png'], contentType: 'image/png' },
  { extensions: ['webp'], contentType: 'image/webp' },
  { extensions: ['docx'], contentType: `${openXml}.wordprocessingml.document` },
  { extensions: ['xlsx'], contentType: `${openXml}.spreadsheetml.sheet` },
  { extensions: ['doc'], contentType: 'application/msword' },
  { extensions: ['xls'], contentType: 'application/vnd.ms-excel' },
];

/** The `accept` attribute of a file field and the list that people read have these extensions. */
export const acceptedExtensions = kinds.flatMap(({ extensions }) => extensions);

/**
 * Phones give a JPEG this name now and then. It stays out of `accept`: an iPhone converts its photos
 * to JPEG for a field that does not list it.
 */
export function isHeicName(fileName: string): boolean {
  return /\.hei[cf]$/i.test(fileName);
}

/** Every browser shows these kinds by itself. The others are only ever saved. */
export function isPreviewable(contentType: string): boolean {
  return ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'].includes(contentType);
}
