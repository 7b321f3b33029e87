import { drawWatermark, MAX_PIXELS } from '#components/share-links/drawn-pdf.ts';

/** Draws an image with a mark across it, not larger than a page. Rejects if it cannot be read. */
export async function drawPicture(
  src: string,
  canvas: HTMLCanvasElement,
  watermark: string,
): Promise<void> {
  const response = await fetch(src);
  if (!response.ok) throw new Error(`The image was refused: ${response.status}`);
  const image = await createImageBitmap(await response.blob());
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (image.width * image.height)));
  canvas.width = Math.max(1, Math.floor(image.width * scale));
  canvas.height = Math.max(1, Math.floor(image.height * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  drawWatermark(canvas, watermark);
}
