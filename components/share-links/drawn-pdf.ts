import type * as Pdfjs from 'pdfjs-dist';

/** Maximum pixels of a canvas (32 MB). A larger page is drawn at a lower resolution. */
export const MAX_PIXELS = 8_000_000;

type OpenPdf = { pdf: Pdfjs.PDFDocumentProxy; shape: Shape };

export type { OpenPdf };

type Shape = { width: number; height: number };

/** Opens a PDF with pdf.js from the path `viewer`. Also returns a function that closes it. */
export function openPdf(viewer: string, src: string) {
  const opening = load(viewer, src);
  const ready = opening.then(async (task): Promise<OpenPdf> => {
    const pdf = await task.promise;
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    return { pdf, shape: { width, height } };
  });
  const close = () => opening.then((task) => task.destroy()).catch(() => {});
  return { ready, close };
}

async function load(viewer: string, src: string): Promise<Pdfjs.PDFDocumentLoadingTask> {
  const pdfjs: typeof Pdfjs = await import(/* turbopackIgnore: true */ `${viewer}pdf.min.mjs`);
  pdfjs.GlobalWorkerOptions.workerSrc = `${viewer}pdf.worker.min.mjs`;
  return pdfjs.getDocument({
    url: src,
    // Each range would be a request of its own, and a link allows only sixty requests a minute.
    disableRange: true,
    cMapUrl: viewer,
    standardFontDataUrl: viewer,
    wasmUrl: viewer,
    useWasm: false,
    useSystemFonts: false,
    disableWorkerRendering: true,
    verbosity: 0,
  });
}

/** `watermark` is a text that is written across the page, or null. */
type DrawingCallbacks = {
  watermark: string | null;
  onText: (text: string) => void;
  onFailure: () => void;
};

/** Draws a page at the width of its canvas. Returns a function that stops and frees the pixels. */
export function drawPage(
  { pdf }: OpenPdf,
  number: number,
  canvas: HTMLCanvasElement,
  { watermark, onText, onFailure }: DrawingCallbacks,
): () => void {
  let end = () => {};
  let isOver = false;
  const draw = async () => {
    const page = await pdf.getPage(number);
    if (isOver) return;
    const { width, height } = page.getViewport({ scale: 1 });
    const wantedScale = (canvas.clientWidth * devicePixelRatio) / width;
    const scale = Math.min(wantedScale, Math.sqrt(MAX_PIXELS / (width * height)));
    const viewport = page.getViewport({ scale });
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    const task = page.render({ canvas, viewport });
    end = () => {
      task.cancel();
      emptyCanvas(canvas, { width, height });
    };
    await task.promise;
    if (watermark !== null && !isOver) drawWatermark(canvas, watermark);
    const { items } = await page.getTextContent();
    if (!isOver) onText(items.map((item) => ('str' in item ? textOf(item) : '')).join(''));
  };
  draw().catch(() => {
    if (!isOver) onFailure();
  });
  return () => {
    isOver = true;
    end();
  };
}

/** Writes a text across a drawn page, so that a copy of it shows who saw it and when. */
export function drawWatermark(canvas: HTMLCanvasElement, text: string): void {
  const ink = canvas.getContext('2d');
  if (!ink) return;
  const { width, height } = canvas;
  const size = Math.max(10, width / 50);
  ink.save();
  ink.setTransform(1, 0, 0, 1, 0, 0);
  ink.rotate(-Math.PI / 8);
  ink.font = `${size}px sans-serif`;
  ink.fillStyle = 'rgb(96 96 96 / 0.35)';
  const step = ink.measureText(text).width + size * 3;
  for (let y = 0; y < height + width / 2; y += size * 10) {
    for (let x = -height / 2; x < width; x += step) ink.fillText(text, x, y);
  }
  ink.restore();
}

/** Keeps the shape of a page with few pixels, so that the pages below do not move. */
export function emptyCanvas(canvas: HTMLCanvasElement, { width, height }: Shape): void {
  canvas.width = 100;
  canvas.height = Math.max(1, Math.round((100 * height) / width));
}

function textOf({ str, hasEOL }: { str: string; hasEOL: boolean }): string {
  return hasEOL ? `${str}\n` : str;
}
