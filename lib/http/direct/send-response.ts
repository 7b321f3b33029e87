import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { log } from '#lib/platform/process/log.ts';
import { type ByteStream, writerOf } from '#lib/platform/storage/sending.ts';
import { directBody } from '#lib/platform/web/content.ts';

/** Number of bytes from which a reply is worth compressing. */
const MIN_COMPRESSED_BYTES = 1024;
const gzipAsync = promisify(gzip);
/** Encodings that a header accepts. `gzip;q=0` accepts anything but gzip. */
const encodingPatterns = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
};
/** Timeout in ms for a client that reads nothing. */
const STALLED_MS = 300_000;

/** Writes a handler's response to Node's. Streams are not compressed. */
export async function sendResponse(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
): Promise<void> {
  res.statusCode = response.status;
  res.setTimeout(STALLED_MS, () => res.destroy());
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') res.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies);
  const content = directBody(response);
  if (content === undefined) {
    const write = writerOf(res);
    for await (const piece of response.body ?? []) await write(piece);
    return void res.end();
  }
  if (isByteStream(content)) return sendStream(res, content);
  if (content.length < MIN_COMPRESSED_BYTES) return void res.end(content);
  res.appendHeader('Vary', 'Accept-Encoding');
  if (!acceptsEncoding(req, 'gzip')) return void res.end(content);
  res.setHeader('Content-Encoding', 'gzip');
  res.end(await gzipAsync(content));
}

export function acceptsEncoding(
  req: IncomingMessage,
  encoding: keyof typeof encodingPatterns,
): boolean {
  return encodingPatterns[encoding].test(String(req.headers['accept-encoding'] ?? ''));
}

function isByteStream(content: string | Uint8Array | ByteStream): content is ByteStream {
  return typeof content === 'object' && 'pipeTo' in content;
}

/** Sends a stream. Cancels it when the client has gone away. */
async function sendStream(res: ServerResponse, stream: ByteStream): Promise<void> {
  if (res.destroyed) return stream.cancel();
  try {
    await stream.pipeTo(res);
    res.end();
  } catch (err) {
    if (!res.destroyed) log().warn({ err }, 'a reply broke off');
    // Closing the connection shows the client that the file is incomplete.
    res.destroy();
  }
}
