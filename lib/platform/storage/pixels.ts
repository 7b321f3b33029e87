import { imageSize } from 'image-size';

const MOST_PIXELS = 50_000_000;

/** Null where the bytes are not enough to tell. */
export function pictureFinding(bytes: Uint8Array): 'picture' | 'pixels' | null {
  try {
    const { width, height } = imageSize(bytes);
    return width * height > MOST_PIXELS ? 'pixels' : 'picture';
  } catch {
    return null;
  }
}
