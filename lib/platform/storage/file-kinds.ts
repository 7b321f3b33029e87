import { fileTypeFromBuffer } from 'file-type';
import { acceptedExtensions } from '#lib/platform/storage/accepted.ts';
import { compoundKind } from '#lib/platform/storage/compound-file.ts';
import { extensionOf } from '#lib/platform/storage/file-name.ts';
import { officeZipKind } from '#lib/platform/storage/office-zip.ts';
import type { ByteSource } from '#lib/platform/storage/sources.ts';

export type FileKind = { contentType: string; extension: string };

/** Null: not accepted, or its name says otherwise. Reads the start and Office's index alone. */
export async function detectKind(source: ByteSource, fileName: string): Promise<FileKind | null> {
  const kind = await kindOf(source);
  return kind && kinds[kind].extensions.includes(extensionOf(fileName))
    ? { contentType: kinds[kind].contentType, extension: extensionOf(fileName) }
    : null;
}

export function hasAcceptedExtension(fileName: string): boolean {
  return acceptedExtensions.includes(extensionOf(fileName));
}

const office = 'application/vnd.openxmlformats-officedocument';
const kinds = {
  pdf: { contentType: 'application/pdf', extensions: ['pdf'] },
  jpg: { contentType: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  png: { contentType: 'image/png', extensions: ['png'] },
  webp: { contentType: 'image/webp', extensions: ['webp'] },
  docx: { contentType: `${office}.wordprocessingml.document`, extensions: ['docx'] },
  xlsx: { contentType: `${office}.spreadsheetml.sheet`, extensions: ['xlsx'] },
  doc: { contentType: 'application/msword', extensions: ['doc'] },
  xls: { contentType: 'application/vnd.ms-excel', extensions: ['xls'] },
};

export const acceptedTypes: readonly string[] = Object.values(kinds).map(
  ({ contentType }) => contentType,
);

async function kindOf(source: ByteSource): Promise<keyof typeof kinds | null> {
  if (source.size === 0) return null;
  const head = await source.read(0, 4_100);
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return officeZipKind(source);
  if (head.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) {
    return compoundKind(source);
  }
  const mime = (await fileTypeFromBuffer(head))?.mime;
  const kind = mime ? (simpleKinds[mime] ?? null) : null;
  // The library looks behind byte-order marks and ID3 tags: such a file is something else too.
  return kind && starts[kind].test(head.toString('latin1', 0, 12)) ? kind : null;
}

const starts = {
  pdf: /^%PDF-/,
  jpg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n/,
  webp: /^RIFF[\s\S]{4}WEBP/,
};

const simpleKinds: Record<string, 'pdf' | 'jpg' | 'png' | 'webp'> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  // An animated PNG is a PNG to every reader.
  'image/apng': 'png',
  'image/webp': 'webp',
};
