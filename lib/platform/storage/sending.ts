import type { FileHandle } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';

/** Outgoing bytes for one use: whichever is called first ends what is open behind them. */
export type Sending = {
  /** Writes all and leaves `target` open. Rejects when either side breaks off. */
  pipeTo: (target: Writable) => Promise<void>;
  stream: () => Readable;
  cancel: () => void;
};

export function streamSending(stream: Readable): Sending {
  return {
    pipeTo: async (target) => {
      const write = writerOf(target);
      let written: Promise<void> = Promise.resolve();
      for await (const piece of stream) {
        await written;
        written = write(piece);
      }
      await written;
    },
    stream: () => stream,
    cancel: () => void stream.destroy(),
  };
}

const PIECE = 256 * 1024;

/** Alternates two buffers: a download makes no garbage, which costs more than copies. */
export function fileSending(
  handle: FileHandle,
  { start, end }: { start: number; end: number },
): Sending {
  let used = false;
  return {
    pipeTo: async (target) => {
      used = true;
      const write = writerOf(target);
      const size = Math.min(PIECE, end - start + 1);
      let buffer = Buffer.allocUnsafeSlow(size);
      let other: Buffer<ArrayBuffer> | undefined;
      let written: Promise<void> = Promise.resolve();
      try {
        for (let at = start; at <= end; ) {
          const { bytesRead } = await handle.read(buffer, 0, Math.min(size, end - at + 1), at);
          if (bytesRead === 0) throw new Error('the file is shorter than it was');
          await written;
          written = write(buffer.subarray(0, bytesRead));
          at += bytesRead;
          if (at <= end) [buffer, other] = [other ?? Buffer.allocUnsafeSlow(size), buffer];
        }
        await written;
      } finally {
        await handle.close();
      }
    },
    stream: () => {
      used = true;
      return handle.createReadStream({ start, end });
    },
    cancel: () => {
      if (!used) void handle.close().catch(() => undefined);
    },
  };
}

/** Rejects when the target closes first. Listens once where `pipeline` listens four times. */
export function writerOf(target: Writable): (piece: Uint8Array) => Promise<void> {
  let stop: (error: Error) => void = () => undefined;
  target.once('close', () => stop(new Error('the reader went away')));
  return (piece) => {
    const written = new Promise<void>((resolve, reject) => {
      stop = reject;
      target.write(piece, (error) => (error ? reject(error) : resolve()));
    });
    // The next read awaits it. Until then a failure must not count as unhandled.
    written.catch(() => undefined);
    return written;
  };
}
