import { samples } from '#tests/support/sample-files.ts';

export function png(width: number, height: number): Buffer {
  const bytes = Buffer.from(samples.png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

const jpgEnd = Buffer.from('ffd9', 'hex');

/** A JPEG with `before` segments of 60 kB ahead of its frame header. */
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
    jpgEnd,
  ]);
}

function pngChunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body, Buffer.alloc(4)]);
}
const pngStart = samples.png.subarray(0, 8);
const size = (width: number, height: number) => png(width, height).subarray(8, 33);
const pixels = samples.png.subarray(33);

/** A frame header of a JPEG. */
function frame(marker: number, width: number, height: number): Buffer {
  const bytes = Buffer.from('ff00000b080000000001011100', 'hex');
  bytes[1] = marker;
  bytes.writeUInt16BE(height, 5);
  bytes.writeUInt16BE(width, 7);
  return bytes;
}
const scan = Buffer.from('ffda0008010100003f0012ff0034ffd056', 'hex');
const jpeg = (...parts: Buffer[]) => ({
  bytes: Buffer.concat([samples.jpg.subarray(0, 20), ...parts, jpgEnd]),
  name: 'a.jpg',
});

/** Another frame header in a segment of a marker that not every reader knows to be one. */
const hiding = (marker: number) =>
  jpeg(Buffer.from([0xff, marker, 0, 15]), frame(0xc0, 60_000, 60_000), frame(0xc0, 1, 1), scan);

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

/** An extended one that says 1 × 1, and frames that are larger, each after a chunk of notes. */
function framed(frame: 'VP8 ' | 'VP8L' | 'ANMF', width: number, height: number): Buffer {
  const inside = frame === 'ANMF' ? Buffer.alloc(52) : webp(frame, width, height).subarray(12);
  if (frame === 'ANMF') {
    inside.write('ANMF', 'latin1');
    inside.writeUInt32LE(44, 4);
    inside.writeUIntLE(width - 1, 14, 3);
    inside.writeUIntLE(height - 1, 17, 3);
    webp('VP8 ', 1, 1).copy(inside, 24, 12, 36);
    inside.writeUInt32LE(20, 28);
  }
  const extended = webp('VP8X', 1, 1).subarray(0, 30);
  extended.writeUInt32LE(10, 16);
  const bytes = Buffer.concat([extended, Buffer.from('EXIF\x03\0\0\0abc\0', 'latin1'), inside]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

function inAnimation(width: number, height: number): Buffer {
  const bytes = framed('ANMF', 1, 1);
  webp('VP8 ', width, height).copy(bytes, bytes.length - 28, 12, 36);
  bytes.writeUInt32LE(20, bytes.length - 24);
  return bytes;
}

/** Its first frame ends in a chunk that says to go on behind the second. */
function hiddenFrame(): Buffer {
  const first = framed('ANMF', 1, 1);
  const second = framed('ANMF', 8_000, 7_000).subarray(42);
  const hider = Buffer.from('XXXX\xff\0\0\0', 'latin1');
  const bytes = Buffer.concat([first, hider, second]);
  bytes.writeUInt32LE(52, 46);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

/** Pixels that no chunk holds. */
function bareWebp(chunk: 'VP8 ' | 'VP8L'): { bytes: Buffer; name: string } {
  const whole = webp(chunk, 8_000, 7_000);
  whole.writeUInt32LE(whole.length - 16, 4);
  return { bytes: Buffer.concat([whole.subarray(0, 12), whole.subarray(20)]), name: 'a.webp' };
}

export const dangerousPictures: Record<string, { bytes: Buffer; name: string }> = {
  'a PNG with an archive behind it': {
    bytes: Buffer.concat([samples.png, samples.docx]),
    name: 'a.png',
  },
  'a PNG whose size comes second': {
    bytes: Buffer.concat([
      pngStart,
      pngChunk('CgBI', Buffer.alloc(4)),
      size(60_000, 60_000),
      pixels,
    ]),
    name: 'a.png',
  },
  'a PNG of two sizes': {
    bytes: Buffer.concat([pngStart, size(1, 1), size(60_000, 60_000), pixels]),
    name: 'a.png',
  },
  'a JPEG whose height comes later': jpeg(
    frame(0xc0, 60_000, 0),
    scan,
    Buffer.from('ffdc0004ea60', 'hex'),
  ),
  'a JPEG of two frames': jpeg(frame(0xc0, 1, 1), frame(0xc0, 60_000, 60_000), scan),
  'a JPEG with a frame behind a scan': jpeg(
    frame(0xc0, 1, 1),
    scan,
    frame(0xc2, 60_000, 60_000),
    scan,
  ),
  'a JPEG with a scan before its frame': jpeg(scan, frame(0xc0, 60_000, 60_000), scan),
  'a JPEG in a hierarchy': jpeg(frame(0xde, 60_000, 60_000), frame(0xc5, 1, 1), scan),
  ...Object.fromEntries(
    [0x02, 0xbf, 0xc8, 0xd8, 0xdf, 0xf0, 0xf7, 0xfd].map((marker) => [
      `a JPEG that hides a frame behind the marker ${marker.toString(16)}`,
      hiding(marker),
    ]),
  ),
  'a JPEG with a frame of another format': jpeg(
    frame(0xf7, 60_000, 60_000),
    frame(0xc0, 1, 1),
    scan,
  ),
  'a JPEG without a frame': jpeg(scan, scan),
  'a JPEG without anything': jpeg(),
  'a WEBP of bare pixels': bareWebp('VP8 '),
  'a WEBP of bare lossless pixels': bareWebp('VP8L'),
  'a WEBP that begins with a chunk of notes': {
    bytes: Buffer.concat([
      samples.webp.subarray(0, 12),
      Buffer.from('EXIF\x04\0\0\0abcd', 'latin1'),
      samples.webp.subarray(12),
    ]),
    name: 'a.webp',
  },
  'a WEBP without pixels': { bytes: webp('VP8 ', 0, 0), name: 'a.webp' },
  'a PNG without pixels': { bytes: png(0, 1), name: 'a.png' },
  'a PNG of 56 megapixels': { bytes: png(8_000, 7_000), name: 'a.png' },
  'a JPEG of 56 megapixels': { bytes: jpg(8_000, 7_000), name: 'a.jpg' },
  'a JPEG of 56 megapixels behind 2 MB of notes': { bytes: jpg(8_000, 7_000, 35), name: 'a.jpg' },
  'a WEBP of 56 megapixels': { bytes: webp('VP8 ', 8_000, 7_000), name: 'a.webp' },
  'a lossless WEBP of 56 megapixels': { bytes: webp('VP8L', 8_000, 7_000), name: 'a.webp' },
  'a WEBP of 1 pixel around a frame of 56': { bytes: framed('VP8 ', 8_000, 7_000), name: 'a.webp' },
  'a WEBP of 1 pixel around a lossless one': {
    bytes: framed('VP8L', 8_000, 7_000),
    name: 'a.webp',
  },
  'an animation whose frame says 56': { bytes: framed('ANMF', 8_000, 7_000), name: 'a.webp' },
  'an animation that hides its second frame': { bytes: hiddenFrame(), name: 'a.webp' },
  'an animation whose frame holds 56': { bytes: inAnimation(8_000, 7_000), name: 'a.webp' },
  'an extended WEBP of 56 megapixels': { bytes: webp('VP8X', 8_000, 7_000), name: 'a.webp' },
};

/** Their harmless neighbours. */
export const harmlessPictures: Record<string, { bytes: Buffer; name: string }> = {
  'a PNG with notes behind it': {
    bytes: Buffer.concat([samples.png, Buffer.alloc(200_000), size(60_000, 60_000)]),
    name: 'a.png',
  },
  'a JPEG with a film behind it': {
    bytes: Buffer.concat([
      jpeg(frame(0xc0, 4_000, 3_000), scan, scan).bytes,
      Buffer.from('0000001866747970', 'hex'),
      frame(0xc0, 60_000, 60_000),
    ]),
    name: 'a.jpg',
  },
  'a JPEG of 48 megapixels': { bytes: jpg(8_000, 6_000, 2), name: 'a.jpeg' },
  'a PNG of 48 megapixels': { bytes: png(8_000, 6_000), name: 'a.png' },
  'a WEBP with a frame of 48': { bytes: framed('VP8L', 8_000, 6_000), name: 'a.webp' },
  'an animation with a frame of 48': { bytes: framed('ANMF', 8_000, 6_000), name: 'a.webp' },
  'a WEBP of 48 megapixels': { bytes: webp('VP8X', 8_000, 6_000), name: 'a.webp' },
};
