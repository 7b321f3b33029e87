import { extensionOf } from '#lib/platform/storage/file-name.ts';
import { acceptedExtensions, isHeicName, kinds } from '#lib/platform/storage/judging/accepted.ts';
import type { ByteSource } from '#lib/platform/storage/judging/sources.ts';

export type FileKind = { contentType: string; extension: string };

/** PDF readers look for the header in the first 1,024 bytes (ISO 32000-1, Annex H.3). */
const PDF_WITHIN = 1024;
const beginnings: Record<string, RegExp> = {
  'application/pdf': /%PDF-/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/webp': /^RIFF[\s\S]{4}WEBP/,
};
const office = /^(PK\x03\x04|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1)/;

/**
 * Returns the kind by extension if the first bytes match, else null. Any Office extension matches
 * ZIP and compound files, because `dangerOf` inspects the content.
 */
export async function detectKind(source: ByteSource, fileName: string): Promise<FileKind | null> {
  const head = (await source.read(0, PDF_WITHIN)).toString('latin1');
  const extension = impliedExtension(fileName);
  const kind = kindOf(extension);
  const begins = kind && (beginnings[kind.contentType] ?? office);
  return kind && begins?.test(head) ? { contentType: kind.contentType, extension } : null;
}

/** Recognises HEIC photos by their content (brands of ISO/IEC 23008-12). */
export async function isHeic(source: ByteSource): Promise<boolean> {
  const head = (await source.read(0, 12)).toString('latin1');
  return /^[\s\S]{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/.test(head);
}

/** Returns the type of a stored file by its extension, which was compared with its bytes. */
export function typeOfName(fileName: string): string | undefined {
  return kindOf(impliedExtension(fileName))?.contentType;
}

function impliedExtension(fileName: string): string {
  return isHeicName(fileName) ? 'jpg' : extensionOf(fileName);
}

function kindOf(extension: string) {
  return kinds.find(({ extensions }) => extensions.includes(extension));
}

export function hasAcceptedExtension(fileName: string): boolean {
  return isHeicName(fileName) || acceptedExtensions.includes(extensionOf(fileName));
}

export const acceptedTypes: readonly string[] = kinds.map(({ contentType }) => contentType);
