import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createLimiter } from '#lib/platform/process/concurrency-limiter.ts';
import { MINUTE, SECOND } from '#lib/platform/process/durations.ts';
import { runLimited } from '#lib/platform/process/limited-process.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { type ByteStream, byteStreamOfFile } from '#lib/platform/storage/sending.ts';
import { newTempPath } from '#lib/platform/storage/temp.ts';

const MiB = 1024 * 1024;
const limits = { work: 30 * SECOND, time: 3 * MINUTE, memory: 512 * MiB, reply: 128 * MiB };
/** Limit in bytes for a merged file. Larger ones are named in the index and left out of the PDF. */
export const MAX_MERGED_BYTES = 40 * MiB;
const MAX_QUEUED = 4;

/**
 * The texts of a merged PDF and the list of its files. Characters outside Windows-1252 are
 * replaced.
 */
export type Merge = {
  title: string;
  description: string;
  note: string;
  names: { page: string; apart: string };
  /** A part with `kind` null is named in the index and left out of the PDF. */
  parts: { title: string; description: string; kind: 'pdf' | 'png' | 'jpeg' | null }[];
};

/**
 * Merges files into one PDF with an index, in a process of its own. Returns null when the queue is
 * full or the merge fails.
 */
export async function mergedPdf(
  merge: Merge,
  files: AsyncIterable<Buffer>,
): Promise<ByteStream | null> {
  const inTurn = singleton('merged-pdf', () => createLimiter(1));
  const path = await newTempPath();
  if (inTurn.countJobs() >= MAX_QUEUED) return null;
  try {
    const input = Readable.from(frameFiles(merge, files), { objectMode: false });
    const output = createWriteStream(path, { mode: 0o600 });
    const isMade = await inTurn(() =>
      runLimited('lib/platform/files/pdf-merge.ts', { input, output, limits }),
    );
    if (!isMade) return null;
    const handle = await open(path);
    const { size } = await handle.stat();
    return byteStreamOfFile(handle, { start: 0, end: size - 1 });
  } finally {
    await rm(path, { force: true });
  }
}

async function* frameFiles(merge: Merge, files: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(merge)}\n`);
  for await (const bytes of files) {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(bytes.length);
    yield size;
    yield bytes;
  }
}
