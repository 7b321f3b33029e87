import { create } from 'content-disposition';
import { plainText } from '#lib/platform/operations/plain-text.ts';

const MAX_CHARACTERS = 120;

/** Returns up to 120 UTF-16 units of a file name, without folders and control characters. */
export function cleanFileName(name: string): string {
  const bareName = (plainText(name).split(/[\\/]/).at(-1) ?? '')
    .replace(/[\t\n\r]/g, ' ')
    .replace(/[\p{C}<>:"|?*]/gu, '')
    .replace(/\p{Z}+/gu, ' ')
    .normalize('NFC')
    .replace(/^[. ]+|[. ]+$/g, '');
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(bareName)?.[0] ?? '';
  const stem = cutText(
    bareName.slice(0, bareName.length - extension.length),
    MAX_CHARACTERS - extension.length,
  );
  return `${stem.replace(/[. ]+$/, '') || 'archivo'}${extension}`;
}

/** Returns the extension in lower case, without its dot, or an empty text. */
export function extensionOf(fileName: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** Returns a new file name with the old extension. Slashes become hyphens. */
export function renameFile(fileName: string, newName: string): string {
  const parts = newName.split(/[\\/]/).map((part) => part.trim());
  const newBaseName = parts.filter((part) => /[^.]/.test(part)).join(' - ');
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(fileName)?.[0] ?? '';
  const hasExtension = newBaseName.toLowerCase().endsWith(extension.toLowerCase());
  const stem = cleanFileName(
    hasExtension ? newBaseName.slice(0, newBaseName.length - extension.length) : newBaseName,
  );
  return cleanFileName(stem + extension);
}

/**
 * Returns a Content-Disposition with the file name and, for old browsers, one in ASCII (RFC 6266).
 */
export function contentDisposition(type: 'attachment' | 'inline', fileName: string): string {
  const fallback = fileName
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\%]/gu, '_');
  return create(fileName.toWellFormed(), { type, fallback });
}

function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? length - 1 : length);
}
