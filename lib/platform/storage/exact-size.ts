import { pipeline, type Readable, Transform } from 'node:stream';

/**
 * Returns a stream that fails when it has more or fewer bytes than `size`, so that a cut file is
 * noticed.
 */
export function withExactSize(stream: Readable, size: number): Readable {
  let bytesLeft = size;
  const checkedStream = new Transform({
    transform: (chunk: Buffer, _encoding, callback) => {
      bytesLeft -= chunk.length;
      callback(
        bytesLeft < 0 ? new Error('the stored object is longer than its recorded size') : null,
        chunk,
      );
    },
    flush: (callback) =>
      callback(
        bytesLeft === 0 ? null : new Error('the stored object is shorter than its recorded size'),
      ),
  });
  pipeline(stream, checkedStream, () => undefined);
  return checkedStream;
}
