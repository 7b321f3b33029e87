import { imageSize } from 'image-size';
import type { Finding } from '#lib/platform/storage/inspection/findings.ts';

const MAX_PIXELS = 50_000_000;

/** Returns the danger of a picture by its dimensions, or `picture`. Throws if it states none. */
export function findDangerInPicture(bytes: Buffer): Finding {
  const { width, height } = imageSize(bytes);
  return width * height > MAX_PIXELS ? 'pixels' : 'picture';
}
