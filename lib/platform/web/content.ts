import type { ByteStream } from '#lib/platform/storage/sending.ts';

export type WholeBody = string | Uint8Array<ArrayBuffer>;

/** The bodies of responses. `sendResponse` reads them directly, because web streams cost more. */
const directBodies = new WeakMap<Response, WholeBody | ByteStream>();

export function directBody(response: Response): WholeBody | ByteStream | undefined {
  return directBodies.get(response);
}

/** Creates a response with a whole body. Its web stream starts only if something reads it. */
export function wholeResponse(body: WholeBody, init: ResponseInit): Response {
  const pull = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(typeof body === 'string' ? Buffer.from(body) : body);
    controller.close();
  };
  return rememberBody(new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), init), body);
}

/**
 * Creates a response that sends a stream, or no body (null) for HEAD. Its web stream is read only
 * when Next sends the response and not `server.ts`.
 */
export function streamResponse(byteStream: ByteStream | null, init: ResponseInit): Response {
  if (!byteStream) return new Response(null, init);
  return rememberBody(new Response(webStream(byteStream), init), byteStream);
}

function rememberBody(response: Response, content: WholeBody | ByteStream): Response {
  directBodies.set(response, content);
  return response;
}

/**
 * Replaces `Readable.toWeb`, whose error nobody can catch if a reader leaves within a chunk (Node
 * 24).
 */
function webStream(byteStream: ByteStream): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  const pull = async (controller: ReadableStreamDefaultController) => {
    chunks ??= byteStream.stream()[Symbol.asyncIterator]();
    const { done, value } = await chunks.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  const cancel = async () => {
    byteStream.cancel();
    await chunks?.return?.();
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}
