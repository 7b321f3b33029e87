import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { PDFArray, PDFName, type PDFRawStream } from '@cantoo/pdf-lib';

const MIB = 1024 * 1024;
/** A picture of 50 megapixels in four colours takes 200 MB. */
const MAX_STREAM_BYTES = 256 * MIB;
const MAX_UNPACKED_BYTES = 1024 * MIB;
/** Larger chunks than the default take less time. */
const OPTIONS = { chunkSize: MIB };

/**
 * Returns whether the streams of a PDF unpack to more than a document needs. Only streams whose
 * first filter is Flate are unpacked.
 */
export async function isFlood(streams: readonly PDFRawStream[]): Promise<boolean> {
  let bytesLeft = MAX_UNPACKED_BYTES;
  for (const stream of streams) {
    let size = 0;
    for await (const chunk of unpackStream(stream)) {
      size += chunk.length;
      bytesLeft -= chunk.length;
      if (size > MAX_STREAM_BYTES || bytesLeft < 0) return true;
    }
  }
  return false;
}

/** Unpacks the leading Flate filters of a stream, up to the first damaged byte. */
async function* unpackStream(stream: PDFRawStream): AsyncGenerator<Buffer> {
  const filters = filtersOf(stream);
  const firstOtherIndex = filters.findIndex((name) => name !== 'FlateDecode' && name !== 'Fl');
  const filterCount = firstOtherIndex < 0 ? filters.length : firstOtherIndex;
  if (filterCount === 0) return;
  let bytes: Readable = Readable.from([stream.contents], { objectMode: false });
  for (let n = 0; n < filterCount; n += 1) bytes = bytes.compose(createInflate(OPTIONS));
  try {
    yield* bytes;
  } catch {
    // Readers show nothing after the damaged byte either.
  }
}

function filtersOf({ dict }: PDFRawStream): string[] {
  const filter = dict.lookup(PDFName.of('Filter'));
  const names = filter instanceof PDFArray ? filter.asArray() : [filter];
  return names.flatMap((name) => (name instanceof PDFName ? name.decodeText() : []));
}
