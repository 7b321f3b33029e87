import { partOf, tagOf } from '#lib/http/files/ranges.ts';
import { AppError, type ErrorCode } from '#lib/platform/operations/errors.ts';
import { unchanged } from '#lib/platform/operations/operation.ts';
import { contentDisposition } from '#lib/platform/storage/file-name.ts';
import { isPreviewable } from '#lib/platform/storage/judging/accepted.ts';
import { acceptedTypes } from '#lib/platform/storage/judging/file-kinds.ts';
import { getStorage } from '#lib/platform/storage/open.ts';
import type { Sending } from '#lib/platform/storage/sending.ts';
import type { ByteRange } from '#lib/platform/storage/storage.ts';
import { streamResponse } from '#lib/platform/web/content.ts';

export type StoredFile = {
  objectKey: string;
  fileName: string;
  contentType: string;
  size: number;
};

type Options = {
  disposition: 'attachment' | 'inline';
  /** What an object that is gone from the store is called; `not_found` when absent. */
  missing?: ErrorCode;
  /** Called once there are bytes to send; what it throws is answered instead. */
  onSend?: (part: 'whole' | ByteRange) => Promise<void>;
};

/** What it may be: the kind of the file, or no kind at all where it is only to be saved. */
export const fileTypes: readonly string[] = ['application/octet-stream', ...acceptedTypes];

/** Statuses beside 200 of an operation that answers with `fileReply`. */
export const fileAnswers = {
  206: 'The part that `Range` asks for; several ranges at once get the whole file.',
  ...unchanged,
  416: 'The file is shorter: `Content-Range` says how long it is.',
};

/** With `Range`, `ETag`, HEAD and a name by RFC 6266. A browser runs nothing of the file. */
export async function fileReply(
  request: Request,
  file: StoredFile,
  { disposition, missing = 'not_found', onSend }: Options,
): Promise<Response> {
  const etag = tagOf(file.objectKey);
  const headers = new Headers({
    'Content-Type': file.contentType,
    'Content-Disposition': contentDisposition(disposition, file.fileName),
    'Accept-Ranges': 'bytes',
    ETag: etag,
    // No copy stays in a browser that others use; parts are put together by ETag all the same.
    'Cache-Control': 'private, no-store, no-transform',
    ...guard(disposition, file.contentType),
  });
  const isHead = request.method === 'HEAD';
  const part = partOf(request.headers, { etag, size: file.size });
  if (part === 'unchanged') return new Response(null, { status: 304, headers });
  if (part === 'unsatisfiable' && !isHead) return tooFar(headers, file.size);
  const range = isHead || typeof part === 'string' ? null : part;
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  const store = getStorage();
  const sending = isHead ? null : await store.send(file.objectKey, { start, end });
  const isThere = isHead ? await store.head(file.objectKey) : sending;
  if (!isThere) throw new AppError(missing);
  if (sending && onSend) await onSend(range ?? 'whole').catch((error) => drop(sending, error));
  headers.set('Content-Length', String(end - start + 1));
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${file.size}`);
  return streamResponse(sending, { status: range ? 206 : 200, headers });
}

/** `inline` gives the true kind, and shows it where browsers can; else it is only to be saved. */
export function lookOf(document: StoredFile, inline: boolean) {
  const contentType = inline ? document.contentType : 'application/octet-stream';
  const isShown = inline && isPreviewable(contentType);
  const disposition = isShown ? ('inline' as const) : ('attachment' as const);
  return { file: { ...document, contentType }, disposition };
}

function guard(disposition: Options['disposition'], contentType: string): Record<string, string> {
  const common = {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  };
  if (disposition === 'attachment') {
    return { ...common, 'Content-Security-Policy': "default-src 'none'; sandbox" };
  }
  // Chromium shows no PDF in a sandbox; the kind was settled by its content when it came in.
  const sandbox = contentType === 'application/pdf' ? '' : ' sandbox;';
  return {
    ...common,
    'X-Frame-Options': 'SAMEORIGIN',
    'Content-Security-Policy': `default-src 'none';${sandbox} frame-ancestors 'self'`,
  };
}

/** The closed list of error codes has none for this: the status and its header say it all. */
function tooFar(headers: Headers, size: number): Response {
  headers.set('Content-Range', `bytes */${size}`);
  for (const name of ['content-type', 'content-disposition']) headers.delete(name);
  return new Response(null, { status: 416, headers });
}

/** Ends the stream of a reply that is not sent after all. */
export function drop(sending: Sending, error: unknown): never {
  sending.cancel();
  throw error;
}
