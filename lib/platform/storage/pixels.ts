import { isArchiveToo } from '#lib/platform/storage/archive-too.ts';
import type { ByteSource } from '#lib/platform/storage/sources.ts';

const MOST_PIXELS = 50_000_000;

/** None where a picture says no size: its readers show nothing. */
export async function pictureDanger(
  source: ByteSource,
  extension: string,
): Promise<'picture' | 'broken' | null> {
  const pixels = await pixelsOf(source, extension);
  if (pixels === null || (await isArchiveToo(source))) return 'broken';
  return pixels > MOST_PIXELS ? 'picture' : null;
}

/** Null where readers would not agree. */
async function pixelsOf(source: ByteSource, extension: string): Promise<number | null> {
  const head = await source.read(0, 30);
  if (head.length < 30) return 0;
  if (extension === 'png') return pngPixels(source);
  if (extension !== 'webp') return jpegPixels(source);
  return webpPixels(source, Math.min(source.size, 8 + head.readUInt32LE(4)));
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

/** The most that any of its chunks says, frames of an animation too (RFC 9649, 2.5–2.7). */
async function webpPixels(source: ByteSource, end: number): Promise<number> {
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

/**
 * The most that any frame header says before the picture's end, marker by marker (ITU T.81, B.1.1);
 * what stands between is skipped. A height that comes after its pixels is none.
 */
async function jpegPixels(source: ByteSource): Promise<number | null> {
  let most = 0;
  let at = await markerFrom(source, 2);
  for (let steps = 0; at + 9 <= source.size; steps += 1) {
    const segment = await source.read(at, 9);
    const marker = segment[1] ?? 0;
    if (marker === 0xd9) return most;
    if (steps > MOST_STEPS) return Number.POSITIVE_INFINITY;
    // SOF0 to SOF15, but not DHT, JPG and DAC, which stand among them; DHP goes before some.
    if (/[\xc0-\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf\xde]/.test(String.fromCharCode(marker))) {
      const pixels = segment.readUInt16BE(5) * segment.readUInt16BE(7);
      if (pixels === 0) return null;
      most = Math.max(most, pixels);
    }
    const isBare = marker === 0x01 || marker === 0xd8;
    at = await markerFrom(source, at + (isBare ? 2 : 2 + segment.readUInt16BE(2)));
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
