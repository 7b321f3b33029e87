import type { ByteSource } from '#lib/platform/storage/sources.ts';

/** How many pixels a picture says it has, null where it says none: its readers show nothing. */
export async function pixelsOf(source: ByteSource, extension: string): Promise<number | null> {
  const head = await source.read(0, 30);
  if (head.length < 30) return null;
  if (extension === 'png') return head.readUInt32BE(16) * head.readUInt32BE(20);
  if (extension !== 'webp') return jpegPixels(source);
  // RFC 9649: extended, lossless, lossy.
  const chunk = head.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return (head.readUIntLE(24, 3) + 1) * (head.readUIntLE(27, 3) + 1);
  if (chunk === 'VP8L') {
    const bits = head.readUInt32LE(21);
    return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
  }
  return (head.readUInt16LE(26) & 0x3fff) * (head.readUInt16LE(28) & 0x3fff);
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
