import type { ByteSource } from '#lib/platform/storage/sources.ts';

/** How many pixels a picture says it has, null where it says none: its readers show nothing. */
export async function pixelsOf(source: ByteSource, extension: string): Promise<number | null> {
  const head = await source.read(0, 30);
  if (head.length < 30) return null;
  if (extension === 'png') return head.readUInt32BE(16) * head.readUInt32BE(20);
  if (extension !== 'webp') return jpegPixels(source);
  return webpPixels(source, Math.min(source.size, 8 + head.readUInt32LE(4)));
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

/** By the first frame header, marker by marker (ITU T.81, B.1.1); what stands between is skipped. */
async function jpegPixels(source: ByteSource): Promise<number | null> {
  let steps = 0;
  for (let at = 2; at + 9 <= source.size; steps += 1) {
    if (steps > MOST_STEPS) return Number.POSITIVE_INFINITY;
    const segment = await source.read(at, 9);
    const marker = segment[1] ?? 0;
    if (segment[0] !== 0xff || marker === 0xff || marker === 0) {
      at += 1;
    } else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return segment.readUInt16BE(5) * segment.readUInt16BE(7);
    } else if (marker === 0xd9 || marker === 0xda) {
      return null;
    } else {
      const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
      at += isBare ? 2 : 2 + segment.readUInt16BE(2);
    }
  }
  return null;
}
