import { sign } from '#lib/platform/security/secrets.ts';
import type { ByteRange } from '#lib/platform/storage/storage.ts';

/**
 * Returns the part that a request asks for (RFC 9110, 13 and 14). Returns `whole` for several
 * ranges, other units, or an `If-Range` with another tag.
 */
export function partOf(
  headers: Headers,
  { etag, size }: { etag: string; size: number },
): 'whole' | 'unchanged' | 'unsatisfiable' | ByteRange {
  if (matchesEtag(headers.get('if-none-match'), etag)) return 'unchanged';
  const ifRange = headers.get('if-range');
  // Only an equal strong tag proves equal bytes. Weak tags and dates do not.
  if (ifRange !== null && ifRange.trim() !== etag) return 'whole';
  const match = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(headers.get('range') ?? '');
  const [, firstByte = '', lastByte = ''] = match ?? [];
  if (firstByte === '' && lastByte === '') return 'whole';
  if (firstByte === '') return suffixRange(Number(lastByte), size);
  const start = Number(firstByte);
  if (lastByte !== '' && Number(lastByte) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: lastByte === '' ? size - 1 : Math.min(Number(lastByte), size - 1) };
}

function suffixRange(length: number, size: number): 'unsatisfiable' | ByteRange {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - length), end: size - 1 };
}

/** Returns a strong `ETag`. It is a keyed hash, so it reveals nothing about the content. */
export function etagOf(text: string): string {
  return `"${sign('etag', text).slice(0, 22)}"`;
}

/** Returns whether `If-None-Match` contains this tag. Weak tags match too. */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const list = ifNoneMatch?.split(',') ?? [];
  return list.some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
