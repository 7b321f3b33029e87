import { pipeline, type Readable, Transform } from 'node:stream';

/** Fails when the stream has more or fewer bytes than `size`, so that a cut file is noticed. */
export function withExactSize(stream: Readable, size: number): Readable {
  let left = size;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      left -= chunk.length;
      done(left < 0 ? new Error('the stored object is longer than it was') : null, chunk);
    },
    flush: (done) =>
      done(left === 0 ? null : new Error('the stored object is shorter than it was')),
  });
  pipeline(stream, counted, () => undefined);
  return counted;
}
