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
