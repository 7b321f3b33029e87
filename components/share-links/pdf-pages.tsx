'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DocumentBar } from '#components/share-links/document-bar.tsx';
import { arrowStep } from '#components/share-links/document-keys.ts';
import { drawPage, emptyCanvas, type OpenPdf, openPdf } from '#components/share-links/drawn-pdf.ts';
import { NeedsScripts, OpenDocumentPrompt } from '#components/share-links/open-document-prompt.tsx';
import {
  scrollToPage,
  scrollToSamePlace,
  watchPages,
} from '#components/share-links/page-scroll.ts';
import { firstZoom, WHOLE_PAGE, ZoomButtons, zooms } from '#components/share-links/zoom.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = {
  /** Path of pdf.js. */
  viewer: string;
  src: string;
  fileName: string;
  /** True if opening the file counts, so that a person must begin it. */
  isPaused: boolean;
  /** Text written across each page of a view-only file, whose bytes are never handed over. */
  watermark: string | null;
  /** Links in the bar that open or save the file. */
  acts: ReactNode;
  /** Shown without scripts, and if the PDF cannot be drawn. */
  children?: ReactNode;
};

/** Maximum number of drawn pages. More would slow the browser, and the file itself has them. */
const MAX_PAGES = 500;
/** Maximum number of pages that hold pixels. */
const MAX_DRAWN_PAGES = 6;

/** Draws a PDF with pdf.js, because many browsers show none within a page. */
export function PdfPages({ viewer, src, fileName, isPaused, watermark, acts, children }: Props) {
  const router = useRouter();
  const [isWanted, setWanted] = useState(!isPaused);
  const [openedPdf, setOpenedPdf] = useState<OpenPdf>();
  const [hasFailed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refreshed page does not open the file again
  useEffect(() => {
    if (!isWanted) return;
    const { ready, close } = openPdf(viewer, src);
    let isOver = false;
    void ready.then(
      (opened) => {
        if (isOver) return;
        setOpenedPdf(opened);
        // The refreshed page says how many openings are left.
        if (isPaused) router.refresh();
      },
      () => isOver || setFailed(true),
    );
    return () => {
      isOver = true;
      void close();
    };
  }, [isWanted, viewer, src]);
  if (hasFailed) {
    return (
      <div className="grid gap-4">
        <Notice tone="warning" role="status">
          No pudimos dibujar este PDF aquí: puede estar dañado o tener contraseña.{' '}
          {watermark === null ? <a href={src}>Ábrelo aparte</a> : 'Pídelo a quien te lo compartió'}.
        </Notice>
        {children}
        <DocumentBar acts={acts} />
      </div>
    );
  }
  if (openedPdf)
    return (
      <Pages {...{ openedPdf, fileName, watermark, acts }} onFailure={() => setFailed(true)} />
    );
  return (
    <>
      <noscript>{watermark === null ? children : <NeedsScripts />}</noscript>
      <OpenDocumentPrompt isOpening={isWanted} onOpen={() => setWanted(true)} />
      <DocumentBar acts={acts} />
    </>
  );
}

type PagesProps = Pick<Props, 'fileName' | 'watermark' | 'acts'> & {
  openedPdf: OpenPdf;
  onFailure: () => void;
};

function Pages({ openedPdf, fileName, watermark, acts, onFailure }: PagesProps) {
  const total = openedPdf.pdf.numPages;
  const shownPages = Math.min(total, MAX_PAGES);
  const numbers = Array.from({ length: shownPages }, (_, index) => index + 1);
  const box = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(firstZoom);
  const [nearby, setNear] = useState<readonly number[]>([1]);
  const [current, setCurrent] = useState(1);
  const [boxWidth, setBoxWidth] = useState(0);
  useEffect(() => {
    const stopNear = watchPages(box.current, '50% 0px', setNear);
    const stopMiddle = watchPages(box.current, '-50% 0px', ([at]) => at && setCurrent(at));
    const resizeObserver = new ResizeObserver(([entry]) =>
      setBoxWidth(entry?.contentRect.width ?? 0),
    );
    if (box.current) resizeObserver.observe(box.current);
    return () => {
      stopNear();
      stopMiddle();
      resizeObserver.disconnect();
    };
  }, []);
  const drawnPages = new Set(
    nearby
      .toSorted((a, b) => Math.abs(a - current) - Math.abs(b - current))
      .slice(0, MAX_DRAWN_PAGES),
  );
  const { width = '', times = 1 } = zooms[zoom] ?? {};
  const previousZoom = useRef({ zoom, times });
  const shownPage = useRef(current);
  useEffect(() => {
    shownPage.current = current;
  }, [current]);
  useLayoutEffect(() => {
    const previous = previousZoom.current;
    previousZoom.current = { zoom, times };
    if (!box.current || previous.zoom === zoom) return;
    if (zoom === WHOLE_PAGE || previous.zoom === WHOLE_PAGE)
      scrollToPage(box.current, shownPage.current);
    else scrollToSamePlace(box.current, times / previous.times);
  }, [zoom, times]);
  useEffect(() => {
    const turnPage = (event: KeyboardEvent) => {
      const step = arrowStep(event);
      const page = shownPage.current + step;
      if (step === 0 || page < 1 || page > shownPages || !box.current) return;
      event.preventDefault();
      scrollToPage(box.current, page);
    };
    // The capture phase comes before `DocumentKeys`, which then ignores the event.
    document.addEventListener('keydown', turnPage, { capture: true });
    return () => document.removeEventListener('keydown', turnPage, { capture: true });
  }, [shownPages]);
  return (
    <>
      <section
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the pages only with focus
        tabIndex={0}
        aria-label={`Páginas de ${fileName}`}
        className="max-h-(--box) overflow-auto rounded-lg border border-line bg-sunken [--box:min(80dvh,60rem)] lg:[--box:min(100dvh_-_11rem,60rem)]"
      >
        <div
          className={`mx-auto grid gap-2 p-2 ${zoom === WHOLE_PAGE ? 'max-w-full' : width}`}
          style={zoom === WHOLE_PAGE ? { width: widthOfWholePage(openedPdf.shape) } : undefined}
        >
          {numbers.map((number) => (
            <DrawnPage
              key={number}
              {...{ openedPdf, number, watermark, zoom, boxWidth, onFailure }}
              isDrawn={drawnPages.has(number)}
              label={`Página ${number} de ${total} de ${fileName}`}
            />
          ))}
        </div>
      </section>
      {shownPages < total && (
        <p className="mt-2 text-sm text-ink-soft">
          Aquí ves las primeras {shownPages} páginas. Las demás están en el archivo.
        </p>
      )}
      <DocumentBar acts={acts}>
        <label className="mr-auto text-sm whitespace-nowrap text-ink-soft">
          <span className="max-sm:sr-only">Página </span>
          <select
            value={current}
            onChange={(event) =>
              box.current && scrollToPage(box.current, Number(event.target.value))
            }
            className="min-h-11 rounded-sm border border-line-strong bg-surface px-1 text-ink"
          >
            {numbers.map((number) => (
              <option key={number}>{number}</option>
            ))}
          </select>{' '}
          de {total}
        </label>
        <ZoomButtons zoom={zoom} onZoom={setZoom} hasPages />
      </DocumentBar>
    </>
  );
}

/** Returns the CSS width at which a page of this shape is as high as its box, without its padding. */
function widthOfWholePage({ width, height }: OpenPdf['shape']): string {
  return `calc((var(--box) - 1rem) * ${width / height} + 1rem)`;
}

type PageProps = {
  openedPdf: OpenPdf;
  number: number;
  watermark: string | null;
  zoom: number;
  /** Width of the scrolling box in CSS pixels. It changes when a phone is turned. */
  boxWidth: number;
  isDrawn: boolean;
  label: string;
  onFailure: () => void;
};

/** Draws a page. Also contains its text, for screen readers and for searching in the page. */
function DrawnPage({
  openedPdf,
  number,
  watermark,
  zoom,
  boxWidth,
  isDrawn,
  label,
  onFailure,
}: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  const fail = useRef(onFailure);
  useLayoutEffect(() => {
    if (canvas.current) emptyCanvas(canvas.current, openedPdf.shape);
  }, [openedPdf]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another zoom or width draws the page again
  useEffect(() => {
    if (!isDrawn || !canvas.current) return;
    return drawPage(openedPdf, number, canvas.current, {
      watermark,
      onText: setText,
      onFailure: fail.current,
    });
  }, [isDrawn, openedPdf, number, zoom, boxWidth]);
  return (
    <div data-page={number} className="relative">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        className="h-auto w-full bg-white shadow-raised"
      />
      {text && <p className="sr-only whitespace-pre-line">{text}</p>}
    </div>
  );
}
