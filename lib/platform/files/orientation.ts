import { imageSize } from 'image-size';

const SIGNATURE_BYTES = 8;
const MAX_EXIF = 60_000;

/**
 * Returns the EXIF orientation (1 to 8) of a picture. `image-size` reads it only from JPEG, so the
 * EXIF block of a PNG is wrapped in a JPEG of one pixel.
 */
export function orientationOf(bytes: Buffer): number | undefined {
  if (imageSize(bytes).type !== 'png') return imageSize(bytes).orientation;
  const exif = pngExif(bytes);
  if (!exif) return undefined;
  const head = Buffer.from('ffd8ffe10000457869660000', 'hex');
  head.writeUInt16BE(exif.length + 8, 4);
  const onePixel = Buffer.from('ffc0000b080001000101011100ffd9', 'hex');
  return imageSize(Buffer.concat([head, exif, onePixel])).orientation;
}

function pngExif(bytes: Buffer): Buffer | undefined {
  for (let at = SIGNATURE_BYTES; at + 8 <= bytes.length; at += bytes.readUInt32BE(at) + 12) {
    if (bytes.toString('latin1', at + 4, at + 8) !== 'eXIf') continue;
    const exif = bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at));
    return exif.length <= MAX_EXIF ? exif : undefined;
  }
  return undefined;
}
