import { type FileHandle, open, rm } from 'node:fs/promises';
import { AppError } from '#lib/platform/errors.ts';
import { newTempPath } from '#lib/platform/storage/temp.ts';

/** A body on its way in: a request's web stream or a Node stream. */
export type Incoming = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export type SpooledFile = { path: string; size: number };

/**
 * Writes a body to a file of its own in the temporary directory, chunk by chunk: memory stays
 * flat. The first byte over `maxBytes` throws `payload_too_large`, a body that breaks off
 * `validation_failed`; nothing stays behind then. The caller moves or removes the file.
 */
export async function receiveFile(
  body: Incoming,
  { maxBytes }: { maxBytes: number },
): Promise<SpooledFile> {
  const path = await newTempPath();
  const handle = await open(path, 'wx', 0o600);
  try {
    return { path, size: await writeAll(body, handle, maxBytes) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

export function tooLarge(maxBytes: number): AppError {
  const message = `El archivo supera el máximo de ${Math.floor(maxBytes / 1024 / 1024)} MB.`;
  return new AppError('payload_too_large', { message, fields: { file: message } });
}

async function writeAll(body: Incoming, handle: FileHandle, maxBytes: number): Promise<number> {
  const next = chunksOf(body);
  let size = 0;
  for (let chunk = await next(); chunk; chunk = await next()) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    for (let sent = 0; sent < chunk.byteLength; ) {
      sent += (await handle.write(chunk, sent)).bytesWritten;
    }
  }
  return size;
}

/**
 * Pulls by hand: ending a `for await` early would cancel the body, which closes the connection
 * before the refusal can be read.
 */
function chunksOf(body: Incoming): () => Promise<Uint8Array | undefined> {
  const pull =
    'getReader' in body
      ? (
          (reader) => () =>
            reader.read()
        )(body.getReader())
      : (
          (iterator) => () =>
            iterator.next()
        )(body[Symbol.asyncIterator]());
  return async () => {
    try {
      const { done, value } = await pull();
      return done ? undefined : value;
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      const message = 'La carga se cortó antes de terminar. Inténtalo otra vez.';
      throw new AppError('validation_failed', { cause, message, fields: { file: message } });
    }
  };
}
