import type { ByteStream } from '#lib/platform/storage/sending.ts';

export type WholeBody = string | Uint8Array<ArrayBuffer>;

/** Sources of responses, which `sendResponse` reads directly, because web streams cost more. */
const contents = new WeakMap<Response, WholeBody | ByteStream>();

export function contentOf(response: Response): WholeBody | ByteStream | undefined {
  return contents.get(response);
}

/** Creates a response from a whole body. Its web stream starts only if something reads it. */
export function wholeResponse(body: WholeBody, init: ResponseInit): Response {
  const pull = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(typeof body === 'string' ? Buffer.from(body) : body);
    controller.close();
  };
  return remember(new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), init), body);
}

/** `sending` is null for HEAD. The web stream is read when Next replies and not `server.ts`. */
export function streamResponse(sending: ByteStream | null, init: ResponseInit): Response {
  if (!sending) return new Response(null, init);
  return remember(new Response(webStream(sending), init), sending);
}

function remember(response: Response, content: WholeBody | ByteStream): Response {
  contents.set(response, content);
  return response;
}

/** Replaces `Readable.toWeb`, which throws uncaught if a reader leaves amid a chunk (Node 24). */
function webStream(sending: ByteStream): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  const pull = async (controller: ReadableStreamDefaultController) => {
    chunks ??= sending.stream()[Symbol.asyncIterator]();
    const { done, value } = await chunks.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  const cancel = async () => {
    sending.cancel();
    await chunks?.return?.();
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}
