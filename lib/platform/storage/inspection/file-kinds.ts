import { extensionOf } from '#lib/platform/storage/file-name.ts';
import {
  acceptedExtensions,
  isHeicName,
  kinds,
} from '#lib/platform/storage/inspection/accepted.ts';
import type { ByteSource } from '#lib/platform/storage/inspection/sources.ts';

export type FileKind = { contentType: string; extension: string };

/** PDF readers look for the header in the first 1,024 bytes (ISO 32000-1, Annex H.3). */
const PDF_HEADER_WINDOW = 1024;
const signatures: Record<string, RegExp> = {
  'application/pdf': /%PDF-/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/webp': /^RIFF[\s\S]{4}WEBP/,
};
const office = /^(PK\x03\x04|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1)/;

/** First bytes of files that people give an Office extension, because Office opens them. */
const rejectedSignatures: Record<string, RegExp> = {
  html: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|meta|style|table)\b/i,
  rtf: /^\{\\rtf/,
  xml: /<\?mso-application progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet/,
  // CSV as banks export it: UTF-16, or text without control characters.
  csv: /^(?:\xff\xfe|(?=[^\r\n]*[,;\t])[^\0-\x08\x0b\x0c\x0e-\x1f\x7f]+$)/,
};

/**
 * Returns the kind by extension if the first bytes fit, else null. All Office extensions fit ZIP
 * and compound files, because `dangerOf` inspects their content. For a picture with the extension
 * of another picture it returns the real kind, because common programs open such files.
 */
export async function detectKind(source: ByteSource, fileName: string): Promise<FileKind | null> {
  const head = await headOf(source);
  const extension = extensionOf(fileName);
  const kind = kindOf(extension);
  if (kind && (signatures[kind.contentType] ?? office).test(head)) {
    return { contentType: kind.contentType, extension };
  }
  const imageKind =
    isHeicName(fileName) || kind?.contentType.startsWith('image/') ? kindOfSignature(head) : null;
  return imageKind?.contentType.startsWith('image/') ? imageKind : null;
}

/** Returns the usual extension for the first bytes, whatever the file's name is, or null. */
export async function sniffExtension(source: ByteSource): Promise<string | null> {
  const head = await headOf(source);
  const otherKind = Object.keys(rejectedSignatures).find((extension) =>
    rejectedSignatures[extension]?.test(head),
  );
  return kindOfSignature(head)?.extension ?? otherKind ?? null;
}

async function headOf(source: ByteSource): Promise<string> {
  return (await source.read(0, PDF_HEADER_WINDOW)).toString('latin1');
}

function kindOfSignature(head: string): FileKind | null {
  const kind = kinds.find(({ contentType }) => signatures[contentType]?.test(head));
  return kind ? { contentType: kind.contentType, extension: kind.extensions[0] ?? '' } : null;
}

/** Returns whether the content is a HEIC photo (brands of ISO/IEC 23008-12). */
export async function isHeic(source: ByteSource): Promise<boolean> {
  const head = (await source.read(0, 12)).toString('latin1');
  return /^[\s\S]{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/.test(head);
}

/** Returns the type of a stored file by its extension, which was checked against its bytes. */
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
