import type { ServerResponse } from 'node:http';
import { isGone, lentResponse, whenOver } from '#lib/http/raw-body.ts';
import { log } from '#lib/platform/log.ts';
import type { Sending } from '#lib/platform/storage/sending.ts';
import { webStream } from '#lib/platform/web-stream.ts';

/** A reader that takes nothing for so long is gone; what holds its file open ends with it. */
const STALLED_MS = 300_000;

/**
 * A reply whose bytes come from `sending`, null when there are none to send (HEAD). Where the server
 * lent Node's response they go straight to the socket, with the `Content-Length` that Next drops.
 * What is open behind it ends with the reply, also when the client goes away.
 */
export function streamReply(
  request: Request,
  sending: Sending | null,
  init: { status?: number; headers: Headers },
): Response {
  const response = lentResponse(request);
  const length = init.headers.get('content-length');
  if (!sending) {
    if (length !== null) response?.setHeader('Content-Length', length);
    return new Response(null, init);
  }
  if (isGone(request)) {
    // Next neither reads nor cancels the body of a reply whose client went away before it.
    sending.cancel();
    return new Response(null, init);
  }
  whenOver(request, sending.cancel);
  const body = response ? pipedInto(response, sending, length) : webStream(sending.stream());
  return new Response(body, init);
}

/**
 * An empty body for Next to wait for: asked for its first chunk, after the headers are set, it
 * sends the whole stream past Next. What fails is logged here; an `AbortError` tells Next no more.
 */
function pipedInto(
  response: ServerResponse,
  sending: Sending,
  length: string | null,
): ReadableStream<Uint8Array> {
  const pull = async (controller: ReadableStreamDefaultController) => {
    if (length !== null) response.setHeader('Content-Length', length);
    response.setTimeout(STALLED_MS, () => response.destroy());
    try {
      await sending.pipeTo(response);
      controller.close();
    } catch (err) {
      if (!response.destroyed) log().warn({ err }, 'a reply broke off');
      // Cut off, so that a part is not taken for the whole.
      response.destroy();
      controller.error(new DOMException('The reply ended early.', 'AbortError'));
    }
  };
  return new ReadableStream({ pull, cancel: sending.cancel }, { highWaterMark: 0 });
}
