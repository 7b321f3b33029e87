const openXml = 'application/vnd.openxmlformats-officedocument';

/** Kinds of files that we accept. The first extension is the usual one. */
export const acceptedKinds = [
  { extensions: ['pdf'], contentType: 'application/pdf' },
  { extensions: ['jpg', 'jpeg', 'jfif', 'jpe', 'pjpeg', 'pjp'], contentType: 'image/jpeg' },
  { extensions: ['png'], contentType: 'image/png' },
  { extensions: ['webp'], contentType: 'image/webp' },
  { extensions: ['docx'], contentType: `${openXml}.wordprocessingml.document` },
  { extensions: ['xlsx'], contentType: `${openXml}.spreadsheetml.sheet` },
  { extensions: ['doc'], contentType: 'application/msword' },
  { extensions: ['xls'], contentType: 'application/vnd.ms-excel' },
];

/** The extensions in the `accept` of file fields and in the list that people read. */
export const acceptedExtensions = acceptedKinds.flatMap(({ extensions }) => extensions);

/**
 * Returns whether the name ends in `.heic`, which some phones give even to a JPEG. The `accept` of
 * file fields omits this extension on purpose: iPhones convert photos to JPEG only for fields
 * without it.
 */
export function isHeicName(fileName: string): boolean {
  return /\.hei[cf]$/i.test(fileName);
}

/** Returns whether browsers can show this type. Other files can only be downloaded. */
export function isPreviewable(contentType: string): boolean {
  return ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'].includes(contentType);
}
