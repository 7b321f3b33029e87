import { Readable } from 'node:stream';
import { redirectTo } from '#lib/http/api/reply.ts';
import { etagOf, partOf } from '#lib/http/files/ranges.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type {
  FileReply,
  GeneratedFileReply,
  StoredFile,
  StoredFileReply,
} from '#lib/platform/operations/files.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { contentDisposition } from '#lib/platform/storage/file-name.ts';
import { isPreviewable } from '#lib/platform/storage/inspection/accepted.ts';
import { type ByteStream, byteStreamOf } from '#lib/platform/storage/sending.ts';
import { streamResponse, wholeResponse } from '#lib/platform/web/content.ts';

// Re-exported for the downloads of share links.
export { fileStatuses as fileAnswers, fileTypes } from '#lib/platform/operations/files.ts';

export function replyWithFile(request: Request, answer: FileReply): Promise<Response> | Response {
  if ('redirect' in answer) {
    const headers = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'private, no-store' };
    return redirectTo(answer.redirect, { status: 302, headers });
  }
  if ('content' in answer) return generatedReply(request, answer);
  const { file, ...options } = answer;
  return fileReply(request, file, options);
}

/** Sends generated content, for the API and for the pages of share links. */
export async function generatedReply(
  request: Request,
  { content, type, name, disposition = 'attachment', onSend }: GeneratedFileReply,
): Promise<Response> {
  const headers = new Headers({
    'Content-Type': type,
    'Cache-Control': name ? 'private, no-store' : 'no-store',
    ...(name && {
      ...(disposition === 'attachment' && fileSecurityHeaders(disposition, type)),
      'Content-Disposition': contentDisposition(disposition, name),
    }),
  });
  const isLate = typeof content === 'function';
  if (isLate && request.method === 'HEAD') return streamResponse(null, { headers });
  const body = isLate ? await content() : content;
  if (typeof body === 'string' || body instanceof Uint8Array)
    return wholeResponse(body, { headers });
  const stream = 'pipeTo' in body ? body : byteStreamOf(readableOf(body));
  if (onSend) await onSend().catch((error) => abortStream(stream, error));
  return streamResponse(stream, { headers });
}

/**
 * Returns a stream that reads the parts of a generator one by one, so that memory use stays low.
 */
function readableOf(parts: AsyncIterable<string | Uint8Array>): Readable {
  return parts instanceof Readable ? parts : Readable.from(parts, { highWaterMark: 1 });
}

/** Sends a stored file. Supports `Range`, `ETag` and HEAD. Browsers run no scripts in it. */
export async function fileReply(
  request: Request,
  file: StoredFile,
  { disposition, missingError: missing = 'not_found', onSend }: Omit<StoredFileReply, 'file'>,
): Promise<Response> {
  const etag = etagOf(file.objectKey);
  const headers = new Headers({
    'Content-Type': file.contentType,
    'Content-Disposition': contentDisposition(disposition, file.fileName),
    'Accept-Ranges': 'bytes',
    ETag: etag,
    // No copy may stay in a browser that others use. Partial downloads still work by `ETag`.
    'Cache-Control': 'private, no-store, no-transform',
    ...fileSecurityHeaders(disposition, file.contentType),
  });
  const isHead = request.method === 'HEAD';
  const part = partOf(request.headers, { etag, size: file.size });
  if (part === 'unchanged') return new Response(null, { status: 304, headers });
  if (part === 'unsatisfiable' && !isHead) return unsatisfiableReply(headers, file.size);
  const range = isHead || typeof part === 'string' ? null : part;
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  const store = getStorage();
  const stream = isHead ? null : await store.send(file.objectKey, { start, end });
  const hasObject = isHead ? await store.head(file.objectKey) : stream;
  if (!hasObject) throw new AppError(missing);
  if (stream && onSend) await onSend(range ?? 'whole').catch((error) => abortStream(stream, error));
  headers.set('Content-Length', String(end - start + 1));
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${file.size}`);
  return streamResponse(stream, { status: range ? 206 : 200, headers });
}

/** Returns how to send a document: shown if `inline` and previewable, else as a download. */
export function dispositionOf(document: StoredFile, { isInline }: { isInline: boolean }) {
  const contentType = isInline ? document.contentType : 'application/octet-stream';
  const isShown = isInline && isPreviewable(contentType);
  const disposition = isShown ? ('inline' as const) : ('attachment' as const);
  return { file: { ...document, contentType }, disposition };
}

function fileSecurityHeaders(
  disposition: StoredFileReply['disposition'],
  contentType: string,
): Record<string, string> {
  const commonHeaders = {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  };
  if (disposition === 'attachment') {
    return { ...commonHeaders, 'Content-Security-Policy': "default-src 'none'; sandbox" };
  }
  // Chromium shows no PDF in a sandbox. The type is safe to use, because the content was checked at
  // the upload.
  const sandbox = contentType === 'application/pdf' ? '' : ' sandbox;';
  return {
    ...commonHeaders,
    'X-Frame-Options': 'SAMEORIGIN',
    'Content-Security-Policy': `default-src 'none';${sandbox} frame-ancestors 'self'`,
  };
}

/** Answers 416 without a body, because the API has no error code for it. */
function unsatisfiableReply(headers: Headers, size: number): Response {
  headers.set('Content-Range', `bytes */${size}`);
  for (const name of ['content-type', 'content-disposition']) headers.delete(name);
  return new Response(null, { status: 416, headers });
}

/** Closes the stream of a reply that failed before it was sent, and throws the error again. */
function abortStream(stream: ByteStream, error: unknown): never {
  stream.cancel();
  throw error;
}
