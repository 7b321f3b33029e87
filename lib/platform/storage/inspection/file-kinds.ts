import { cleanFileName, extensionOf } from '#lib/platform/storage/file-name.ts';
import {
  acceptedExtensions,
  acceptedKinds,
  isHeicName,
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
/** First bytes of the two containers of Office files, and the kinds that each container holds. */
const containers: [RegExp, string[]][] = [
  [/^PK\x03\x04/, ['docx', 'xlsx']],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, ['doc', 'xls']],
];

/** First bytes of files that people give an Office extension, because Office opens them. */
const rejectedSignatures: Record<string, RegExp> = {
  html: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|meta|style|table)\b/i,
  rtf: /^\{\\rtf/,
  odf: /^PK\x03\x04[\s\S]{26}mimetypeapplication\/vnd\.oasis\.opendocument/,
  xml: /<\?mso-application progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet/,
  // CSV as banks export it: UTF-16, or text without control characters.
  csv: /^(?:\xff\xfe|(?=[^\r\n]*[,;\t])[^\0-\x08\x0b\x0c\x0e-\x1f\x7f]+$)/,
};

/**
 * Returns the kind by the first bytes, or null if it is not accepted. A missing or other accepted
 * extension is no reason for a refusal: common programs open such files, and
 * `fileNameWithExtension` corrects the name. Office containers hold several kinds: the name
 * decides, or else the first kind of the container; `findDanger` later finds the true one.
 */
export async function detectKind(source: ByteSource, fileName: string): Promise<FileKind | null> {
  const head = await readHead(source);
  const extension = extensionOf(fileName);
  if (extension && !hasAcceptedExtension(fileName)) return null;
  const kindByName = kindOf(extension);
  if (kindByName && signatures[kindByName.contentType]?.test(head))
    return { contentType: kindByName.contentType, extension };
  const [, containedExtensions] = containers.find(([signature]) => signature.test(head)) ?? [];
  if (containedExtensions)
    return usualKind(containedExtensions.includes(extension) ? extension : containedExtensions[0]);
  return usualKind(
    acceptedKinds.find(({ contentType }) => signatures[contentType]?.test(head))?.extensions[0],
  );
}

/** Returns the accepted kind that usually has this extension, or null. */
export function usualKind(extension = ''): FileKind | null {
  const kind = kindOf(extension);
  return kind ? { contentType: kind.contentType, extension } : null;
}

/** Returns the name with the extension of its kind, if its own extension is missing or wrong. */
export function fileNameWithExtension(fileName: string, { extension }: FileKind): string {
  if (extensionOf(fileName) === extension) return fileName;
  return cleanFileName(`${fileName.replace(/\.[A-Za-z0-9]{1,10}$/, '')}.${extension}`);
}

/** Returns the name of a known kind that is not accepted, by the first bytes, or null. */
export async function sniffRejected(source: ByteSource): Promise<string | null> {
  const head = await readHead(source);
  const rejected = Object.entries(rejectedSignatures).find(([, signature]) => signature.test(head));
  return rejected?.[0] ?? null;
}

async function readHead(source: ByteSource): Promise<string> {
  return (await source.read(0, PDF_HEADER_WINDOW)).toString('latin1');
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
  return acceptedKinds.find(({ extensions }) => extensions.includes(extension));
}

export function hasAcceptedExtension(fileName: string): boolean {
  return isHeicName(fileName) || acceptedExtensions.includes(extensionOf(fileName));
}

export const acceptedTypes: readonly string[] = acceptedKinds.map(({ contentType }) => contentType);
