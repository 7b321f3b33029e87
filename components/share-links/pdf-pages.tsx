'use client';

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DocumentBar } from '#components/share-links/document-bar.tsx';
import { drawPage, empty, type OpenPdf, openPdf } from '#components/share-links/drawn-pdf.ts';
import { buttonClass } from '#components/ui/button-class.ts';
import { Notice } from '#components/ui/notice.tsx';

type Props = {
  /** Folder of pdf.js. */
  viewer: string;
  src: string;
  fileName: string;
  /** Set if looking counts as an opening, so that a person has to begin it. */
  asks: boolean;
  /** Links to open or to save the file, shown in its bar. */
  acts: ReactNode;
  /** Shown without scripts, and when the PDF cannot be drawn. */
  children?: ReactNode;
};

/** Pages beyond these would slow the browser; the file itself has them. */
const MAX_PAGES = 500;
/** Pages that hold pixels at once. */
const MAX_DRAWN = 6;

/** Draws a PDF, for the many browsers that show none within a page. */
export function PdfPages({ viewer, src, fileName, asks, acts, children }: Props) {
  const [isWanted, setWanted] = useState(!asks);
  const [open, setOpen] = useState<OpenPdf>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const { ready, close } = openPdf(viewer, src);
    let isOver = false;
    ready.then(
      (opened) => isOver || setOpen(opened),
      () => isOver || setFailed(true),
    );
    return () => {
      isOver = true;
      close();
    };
  }, [isWanted, viewer, src]);
  if (hasFailed) {
    return (
      <div className="grid gap-4">
        <Notice tone="warning" role="status">
          No pudimos dibujar este PDF aquí: puede estar dañado o tener contraseña.{' '}
          <a href={src}>Ábrelo aparte</a>.
        </Notice>
        {children}
        <DocumentBar acts={acts} />
      </div>
    );
  }
  if (open) return <Pages {...{ open, fileName, acts }} onFailure={() => setFailed(true)} />;
  return (
    <>
      <noscript>{children}</noscript>
      <div className="grid min-h-48 place-content-center rounded-lg border border-line bg-sunken p-4 text-center noscript:hidden">
        {isWanted ? (
          <p role="status">Abriendo el documento…</p>
        ) : (
          <button type="button" className={buttonClass({})} onClick={() => setWanted(true)}>
            Ver aquí (usa una apertura)
          </button>
        )}
      </div>
      <DocumentBar acts={acts} />
    </>
  );
}

const zooms = [
  { width: 'w-full', times: 1 },
  { width: 'w-[150%]', times: 1.5 },
  { width: 'w-[200%]', times: 2 },
  { width: 'w-[300%]', times: 3 },
];

type PagesProps = Pick<Props, 'fileName' | 'acts'> & { open: OpenPdf; onFailure: () => void };

function Pages({ open, fileName, acts, onFailure }: PagesProps) {
  const total = open.pdf.numPages;
  const shown = Math.min(total, MAX_PAGES);
  const box = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(0);
  const [near, setNear] = useState<readonly number[]>([1]);
  const [current, setCurrent] = useState(1);
  const [boxWidth, setBoxWidth] = useState(0);
  useEffect(() => {
    const stopNear = watchPages(box.current, '50% 0px', setNear);
    const stopMiddle = watchPages(box.current, '-50% 0px', ([at]) => at && setCurrent(at));
    const resized = new ResizeObserver(([entry]) => setBoxWidth(entry?.contentRect.width ?? 0));
    if (box.current) resized.observe(box.current);
    return () => {
      stopNear();
      stopMiddle();
      resized.disconnect();
    };
  }, []);
  const drawn = new Set(
    near.toSorted((a, b) => Math.abs(a - current) - Math.abs(b - current)).slice(0, MAX_DRAWN),
  );
  const { width = '', times = 1 } = zooms[zoom] ?? {};
  const before = useRef(times);
  useLayoutEffect(() => {
    if (box.current) scrollToSamePlace(box.current, times / before.current);
    before.current = times;
  }, [times]);
  return (
    <>
      <section
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the pages only with focus
        tabIndex={0}
        aria-label={`Páginas de ${fileName}`}
        className="max-h-[min(80dvh,60rem)] overflow-auto rounded-lg border border-line bg-sunken"
      >
        <div className={`grid gap-2 p-2 ${width}`}>
          {Array.from({ length: shown }, (_, at) => at + 1).map((number) => (
            <DrawnPage
              key={number}
              {...{ open, number, zoom, boxWidth, onFailure }}
              isDrawn={drawn.has(number)}
              label={`Página ${number} de ${total} de ${fileName}`}
            />
          ))}
        </div>
      </section>
      {shown < total && (
        <p className="mt-2 text-sm text-ink-soft">
          Aquí ves las primeras {shown} páginas. Abre el archivo para ver las demás.
        </p>
      )}
      <DocumentBar acts={acts}>
        <p className="mr-auto text-sm whitespace-nowrap text-ink-soft">
          Página {current} de {total}
        </p>
        <ZoomButton name="Alejar" onPress={() => setZoom(Math.max(0, zoom - 1))} isOff={zoom === 0}>
          −
        </ZoomButton>
        <ZoomButton
          name="Acercar"
          onPress={() => setZoom(Math.min(zooms.length - 1, zoom + 1))}
          isOff={zoom === zooms.length - 1}
        >
          +
        </ZoomButton>
      </DocumentBar>
    </>
  );
}

type PageProps = {
  open: OpenPdf;
  number: number;
  zoom: number;
  /** Width of the scrolled box in CSS px. A turned phone changes it. */
  boxWidth: number;
  isDrawn: boolean;
  label: string;
  onFailure: () => void;
};

/** Holds the text of a page too, for those who listen to it and for searching in the page. */
function DrawnPage({ open, number, zoom, boxWidth, isDrawn, label, onFailure }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  const fail = useRef(onFailure);
  useLayoutEffect(() => {
    if (canvas.current) empty(canvas.current, open.shape);
  }, [open]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another zoom or width draws the page again
  useEffect(() => {
    if (!isDrawn || !canvas.current) return;
    return drawPage(open, number, canvas.current, { onText: setText, onFailure: fail.current });
  }, [isDrawn, open, number, zoom, boxWidth]);
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

type ZoomProps = { name: string; children: string; onPress: () => void; isOff: boolean };

/** Stays in reach of the keyboard at its end, so that the focus does not get lost. */
function ZoomButton({ name, children, onPress, isOff }: ZoomProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      className={`${buttonClass({ variant: 'secondary', compact: true })} btn-square text-lg aria-disabled:cursor-default aria-disabled:text-ink-soft`}
      onClick={onPress}
      aria-disabled={isOff}
    >
      {children}
    </button>
  );
}

/** Tells which pages lie within the box, grown by `rootMargin`. */
function watchPages(
  root: HTMLElement | null,
  rootMargin: string,
  onChange: (pages: readonly number[]) => void,
): () => void {
  const inside = new Set<number>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const page = Number((target as HTMLElement).dataset.page);
        if (isIntersecting) inside.add(page);
        else inside.delete(page);
      }
      onChange([...inside]);
    },
    { root, rootMargin },
  );
  for (const page of root?.querySelectorAll('[data-page]') ?? []) observer.observe(page);
  return () => observer.disconnect();
}

/** Scrolls after a zoom, so that the middle of the box shows the same place as before. */
function scrollToSamePlace(box: HTMLElement, grown: number): void {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = box;
  box.scrollLeft = (scrollLeft + clientWidth / 2) * grown - clientWidth / 2;
  box.scrollTop = (scrollTop + clientHeight / 2) * grown - clientHeight / 2;
}
