import { isArchiveToo } from '#lib/platform/storage/office-zip.ts';
import type { ByteSource } from '#lib/platform/storage/sources.ts';

const MOST_PIXELS = 50_000_000;

export async function pictureDanger(
  source: ByteSource,
  extension: string,
): Promise<'picture' | 'broken' | null> {
  const pixels = await pixelsOf(source, extension);
  if (!pixels || (await isArchiveToo(source))) return 'broken';
  return pixels > MOST_PIXELS ? 'picture' : null;
}

/** None where it says no size, or readers would not agree on it. */
async function pixelsOf(source: ByteSource, extension: string): Promise<number | null> {
  if (extension === 'png') return pngPixels(source);
  return extension === 'webp' ? webpPixels(source) : jpegPixels(source);
}

/** Its first chunk, and no other, says the size (PNG 5.6). */
async function pngPixels(source: ByteSource): Promise<number | null> {
  let pixels: number | null = null;
  for (let at = 8, steps = 0; at + 20 <= source.size; steps += 1) {
    const chunk = await source.read(at, 16);
    const name = chunk.toString('latin1', 4, 8);
    if (name === 'IEND') break;
    const isHeader = name === 'IHDR';
    if (isHeader !== (steps === 0) || steps > MOST_STEPS) return null;
    if (isHeader) pixels = chunk.readUInt32BE(8) * chunk.readUInt32BE(12);
    at += 12 + chunk.readUInt32BE(0);
  }
  return pixels;
}

/** The most that any of its chunks says, also frames of an animation (RFC 9649, 2.5–2.7). */
async function webpPixels(source: ByteSource): Promise<number | null> {
  const head = await source.read(0, 16);
  if (!/^VP8[ LX]$/.test(head.toString('latin1', 12))) return null;
  const end = Math.min(source.size, 8 + head.readUInt32LE(4));
  let most = 0;
  let steps = 0;
  const ranges = [{ from: 12, to: end }];
  for (const { from, to } of ranges) {
    for (let at = from; at === 12 || at + 8 <= to; steps += 1) {
      if (steps > MOST_STEPS) return Number.POSITIVE_INFINITY;
      const chunk = Buffer.concat([await source.read(at, 20)], 20);
      const name = chunk.toString('latin1', 0, 4);
      most = Math.max(most, saidBy(name, chunk));
      const length = chunk.readUInt32LE(4);
      // The picture of a frame stands within it.
      if (name === 'ANMF') ranges.push({ from: at + 24, to: Math.min(to, at + 8 + length) });
      at += 8 + length + (length % 2);
    }
  }
  return most;
}

function saidBy(name: string, chunk: Buffer): number {
  const [width, height] = name === 'ANMF' ? [14, 17] : [12, 15];
  if (name === 'VP8X' || name === 'ANMF') {
    return (chunk.readUIntLE(width, 3) + 1) * (chunk.readUIntLE(height, 3) + 1);
  }
  if (name === 'VP8L') {
    const bits = chunk.readUInt32LE(9);
    return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
  }
  if (name !== 'VP8 ') return 0;
  return (chunk.readUInt16LE(14) & 0x3fff) * (chunk.readUInt16LE(16) & 0x3fff);
}

/** Cameras write some dozen segments; what hides its frame behind more is refused. */
const MOST_STEPS = 10_000;
/** Not fillers, nor what stands within packed pixels: a 0xff of theirs, a restart. */
const MARKER = /\xff[^\x00\xff\xd0-\xd7]/;
/** Those that libjpeg reads. Others have a length by some readers and none by others. */
const READ = /[\x01\xc0-\xc7\xc9-\xcf\xd9-\xdd\xe0-\xef\xfe]/;

/** The most that any frame header says before the picture's end (ITU T.81, B.1.1). */
async function jpegPixels(source: ByteSource): Promise<number | null> {
  let most = 0;
  let at = await markerFrom(source, 2);
  for (let steps = 0; at + 9 <= source.size; steps += 1) {
    const segment = await source.read(at, 9);
    const marker = segment.toString('latin1', 1, 2);
    if (marker === '\xd9') return most;
    if (steps > MOST_STEPS) return Number.POSITIVE_INFINITY;
    if (!READ.test(marker) || (marker === '\xda' && most === 0)) return null;
    // SOF0 to SOF15, but not DHT, JPG and DAC, which stand among them.
    if (/[\xc0-\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf]/.test(marker)) {
      const pixels = segment.readUInt16BE(5) * segment.readUInt16BE(7);
      if (pixels === 0) return null;
      most = Math.max(most, pixels);
    }
    const length = marker === '\x01' ? 0 : segment.readUInt16BE(2);
    at = await markerFrom(source, at + 2 + length);
  }
  return most;
}

const WINDOW = 16 * 1024;

async function markerFrom(source: ByteSource, from: number): Promise<number> {
  for (let at = from; at < source.size; at += WINDOW) {
    const found = (await source.read(at, WINDOW + 1)).toString('latin1').search(MARKER);
    if (found >= 0) return at + found;
  }
  return source.size;
}
