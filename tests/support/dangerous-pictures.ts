import type { InspectedFile } from '#tests/support/dangerous-files.ts';
import { samples } from '#tests/support/sample-files.ts';

export function png(width: number, height: number): Buffer {
  const bytes = Buffer.from(samples.png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** Makes a JPEG with `before` segments of 60 kB ahead of its frame header. */
export function jpg(width: number, height: number, before = 0): Buffer {
  const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const segment = Buffer.alloc(60_002);
  segment.writeUInt32BE(0xffe10000 + 60_000);
  return Buffer.concat([
    samples.jpg.subarray(0, 20),
    ...Array.from({ length: before }, () => segment),
    frame,
    Buffer.from('ffd9', 'hex'),
  ]);
}

export function webp(chunk: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('RIFF\x38\0\0\0WEBP', 'latin1');
  bytes.write(chunk, 12, 'latin1');
  bytes.writeUInt32LE(44, 16);
  if (chunk === 'VP8X') {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  } else if (chunk === 'VP8L') {
    bytes[20] = 0x2f;
    bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  } else {
    Buffer.from('9d012a', 'hex').copy(bytes, 23);
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  }
  return bytes;
}

export const dangerousPictures: Record<string, InspectedFile> = {
  'a PNG of 56 megapixels': ['a.png', png(8_000, 7_000), 'pixels'],
  'a JPEG of 56 megapixels': ['a.jpg', jpg(8_000, 7_000), 'pixels'],
  'a JPEG of 56 megapixels behind 2 MB of notes': ['a.jpg', jpg(8_000, 7_000, 35), 'pixels'],
  'a WEBP of 56 megapixels': ['a.webp', webp('VP8 ', 8_000, 7_000), 'pixels'],
  'a lossless WEBP of 56 megapixels': ['a.webp', webp('VP8L', 8_000, 7_000), 'pixels'],
  'an extended WEBP of 56 megapixels': ['a.webp', webp('VP8X', 8_000, 7_000), 'pixels'],
  'a PNG with an archive behind it': ['a.png', Buffer.concat([samples.png, samples.docx]), 'mixed'],
  'a JPEG without a frame': ['a.jpg', samples.jpg.subarray(0, 20), 'broken'],
};

export const harmlessPictures: Record<string, InspectedFile> = {
  'a JPEG of 48 megapixels': ['a.jpeg', jpg(8_000, 6_000, 2), null],
  'a JPEG of 48 megapixels behind 2 MB of notes': ['a.jfif', jpg(8_000, 6_000, 35), null],
  'a PNG of 48 megapixels': ['a.png', png(8_000, 6_000), null],
  'a WEBP of 48 megapixels': ['a.webp', webp('VP8X', 8_000, 6_000), null],
  'a PNG with notes behind it': [
    'a.png',
    Buffer.concat([samples.png, Buffer.alloc(200_000), png(60_000, 60_000).subarray(8, 33)]),
    null,
  ],
};
