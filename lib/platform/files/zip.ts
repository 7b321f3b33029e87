import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ZipEntry = { name: string; content: Buffer | Readable };

/**
 * Returns a stream of a ZIP that reads one entry at a time. An entry that cannot be read aborts it.
 */
export function createZip(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  // yazl declares a minimal stream interface, but returns a PassThrough.
  const output = zip.outputStream as Readable;
  // Without a listener, an error before anyone reads the stream would end the process.
  output.on('error', () => undefined);
  const end = (error: Error) => void output.destroy(error);
  zip.on('error', end);
  addAll(zip, entries, output).catch(end);
  return output;
}

/** Opens the first file before returning, so that a failure can still become an error reply. */
export async function openZip(entries: AsyncGenerator<ZipEntry>): Promise<Readable> {
  const openedEntries: ZipEntry[] = [];
  for (;;) {
    const { done, value } = await entries.next();
    if (done) break;
    openedEntries.push(value);
    if (!Buffer.isBuffer(value.content)) break;
  }
  return createZip(
    (async function* () {
      yield* openedEntries;
      yield* entries;
    })(),
  );
}

async function addAll(
  zip: ZipFile,
  entries: AsyncIterable<ZipEntry>,
  output: Readable,
): Promise<void> {
  for await (const { name, content } of entries) {
    if (Buffer.isBuffer(content)) zip.addBuffer(content, name);
    else {
      const readToEnd = finished(content, { writable: false });
      const close = () => void content.destroy();
      output.once('close', close);
      if (output.destroyed) close();
      zip.addReadStream(content, name, { compress: false });
      await readToEnd;
      output.off('close', close);
    }
  }
  zip.end();
}
