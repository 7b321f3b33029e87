import type { FileHandle } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';

/** Bytes that can be sent once. Each method closes the underlying file or stream. */
export type ByteStream = {
  /** Writes all bytes and leaves `target` open. Rejects when source or target fails. */
  pipeTo: (target: Writable) => Promise<void>;
  stream: () => Readable;
  cancel: () => void;
};

export function byteStreamOf(stream: Readable): ByteStream {
  return {
    pipeTo: async (target) => {
      const write = writerOf(target);
      let flushed: Promise<void> = Promise.resolve();
      for await (const piece of stream) {
        await flushed;
        flushed = write(piece);
      }
      await flushed;
    },
    stream: () => stream,
    cancel: () => void stream.destroy(),
  };
}

const PIECE_BYTES = 256 * 1024;

/**
 * Sends a range of a file through two alternating buffers, because new buffers for each piece would
 * cost more garbage collection than copying costs.
 */
export function byteStreamOfFile(
  handle: FileHandle,
  { start, end }: { start: number; end: number },
): ByteStream {
  let isUsed = false;
  return {
    pipeTo: async (target) => {
      isUsed = true;
      const write = writerOf(target);
      const size = Math.min(PIECE_BYTES, end - start + 1);
      let buffer = Buffer.allocUnsafeSlow(size);
      let spare: Buffer<ArrayBuffer> | undefined;
      let flushed: Promise<void> = Promise.resolve();
      try {
        for (let at = start; at <= end; ) {
          const { bytesRead } = await handle.read(buffer, 0, Math.min(size, end - at + 1), at);
          if (bytesRead === 0) throw new Error('the file is shorter than it was');
          await flushed;
          flushed = write(buffer.subarray(0, bytesRead));
          at += bytesRead;
          if (at <= end) [buffer, spare] = [spare ?? Buffer.allocUnsafeSlow(size), buffer];
        }
        await flushed;
      } finally {
        await handle.close();
      }
    },
    stream: () => {
      isUsed = true;
      return handle.createReadStream({ start, end });
    },
    cancel: () => {
      if (!isUsed) void handle.close().catch(() => undefined);
    },
  };
}

/**
 * Returns a function that writes a piece and rejects once `target` closes. It needs one listener,
 * where `pipeline` needs four.
 */
export function writerOf(target: Writable): (piece: Uint8Array) => Promise<void> {
  let stop: (error: Error) => void = () => undefined;
  target.once('close', () => stop(new Error('the reader went away')));
  return (piece) => {
    const flushed = new Promise<void>((resolve, reject) => {
      stop = reject;
      target.write(piece, (error) => (error ? reject(error) : resolve()));
    });
    // The caller awaits it after its next read. Until then a failure must not count as unhandled.
    flushed.catch(() => undefined);
    return flushed;
  };
}
