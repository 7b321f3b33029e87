const openXml = 'application/vnd.openxmlformats-officedocument';

/** Accepted kinds with their extensions, the usual one first. */
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

/** Used for the `accept` attribute of file fields and for the list that people read. */
export const acceptedExtensions = kinds.flatMap(({ extensions }) => extensions);

/**
 * Phones sometimes name a JPEG `.heic`. The extension is not in `accept`, because iPhones convert
 * photos to JPEG for fields that do not list it.
 */
export function isHeicName(fileName: string): boolean {
  return /\.hei[cf]$/i.test(fileName);
}

/** Returns whether browsers can show this type. Other files are only downloaded. */
export function isPreviewable(contentType: string): boolean {
  return ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'].includes(contentType);
}
