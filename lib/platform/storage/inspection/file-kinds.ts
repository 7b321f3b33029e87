import { extensionOf } from '#lib/platform/storage/file-name.ts';
import {
  acceptedExtensions,
  isHeicName,
  kinds,
} from '#lib/platform/storage/inspection/accepted.ts';
import type { ByteSource } from '#lib/platform/storage/inspection/sources.ts';

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

/** First bytes of files that people have under an Office name, because Office opens them. */
const unaccepted: Record<string, RegExp> = {
  html: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|meta|style|table)\b/i,
  rtf: /^\{\\rtf/,
  xml: /<\?mso-application progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet/,
  // Cells in lines, as banks export them: UTF-16, or text without control characters.
  csv: /^(?:\xff\xfe|(?=[^\r\n]*[,;\t])[^\0-\x08\x0b\x0c\x0e-\x1f\x7f]+$)/,
};

/**
 * Returns the kind by extension if the first bytes match, else null. Any Office extension matches
 * ZIP and compound files, because `dangerOf` inspects the content. A picture may have the extension
 * of another kind of picture, because common programs open it. Its own kind is returned.
 */
export async function detectKind(source: ByteSource, fileName: string): Promise<FileKind | null> {
  const head = await headOf(source);
  const extension = extensionOf(fileName);
  const kind = kindOf(extension);
  if (kind && (beginnings[kind.contentType] ?? office).test(head)) {
    return { contentType: kind.contentType, extension };
  }
  const imageKind =
    isHeicName(fileName) || kind?.contentType.startsWith('image/') ? kindOfBeginning(head) : null;
  return imageKind?.contentType.startsWith('image/') ? imageKind : null;
}

/** Returns what the first bytes are: the extension of a kind, whatever the name is, or null. */
export async function findContent(source: ByteSource): Promise<string | null> {
  const head = await headOf(source);
  const otherKind = Object.keys(unaccepted).find((extension) => unaccepted[extension]?.test(head));
  return kindOfBeginning(head)?.extension ?? otherKind ?? null;
}

async function headOf(source: ByteSource): Promise<string> {
  return (await source.read(0, PDF_WITHIN)).toString('latin1');
}

function kindOfBeginning(head: string): FileKind | null {
  const kind = kinds.find(({ contentType }) => beginnings[contentType]?.test(head));
  return kind ? { contentType: kind.contentType, extension: kind.extensions[0] ?? '' } : null;
}

/** Recognises HEIC photos by their content (brands of ISO/IEC 23008-12). */
export async function isHeic(source: ByteSource): Promise<boolean> {
  const head = (await source.read(0, 12)).toString('latin1');
  return /^[\s\S]{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/.test(head);
}

/** Returns the type of a stored file by its extension, which was compared with its bytes. */
export function typeOfName(fileName: string): string | undefined {
  return kindOf(extensionOf(fileName))?.contentType;
}

function kindOf(extension: string) {
  return kinds.find(({ extensions }) => extensions.includes(extension));
}

export function hasAcceptedExtension(fileName: string): boolean {
  return isHeicName(fileName) || acceptedExtensions.includes(extensionOf(fileName));
}

export const acceptedTypes: readonly string[] = kinds.map(({ contentType }) => contentType);
