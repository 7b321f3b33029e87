import type { Readable } from 'node:stream';

/**
 * A Node stream as the body of a `Response`. `Readable.toWeb` throws an uncaught error when its
 * reader leaves while a chunk is on its way (Node 24), which would end the process; here the source
 * is destroyed.
 */
export function webStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => {
        source.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
