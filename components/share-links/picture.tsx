'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DocumentBar } from '#components/share-links/document-bar.tsx';
import { drawPicture } from '#components/share-links/drawn-picture.ts';
import { NeedsScripts, OpenDocumentPrompt } from '#components/share-links/open-document-prompt.tsx';
import { ZoomButtons, zooms } from '#components/share-links/zoom.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = {
  src: string;
  alt: string;
  /** True if opening the file counts, so that a person must begin it. */
  isPaused: boolean;
  /** Text written across a view-only image, whose bytes are not handed over. Else null. */
  watermark: string | null;
  /** Links in the bar that open or save the file. */
  acts: ReactNode;
};

export function Picture({ src, alt, isPaused, watermark, acts }: Props) {
  const router = useRouter();
  const [isWanted, setWanted] = useState(!isPaused);
  const [hasFailed, setFailed] = useState(false);
  const [zoom, setZoom] = useState(0);
  const canvas = useRef<HTMLCanvasElement>(null);
  // The refreshed page says how many openings are left.
  const onOpened = () => isPaused && router.refresh();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later mark does not draw the image again
  useEffect(() => {
    if (!isWanted || watermark === null || !canvas.current) return;
    drawPicture(src, canvas.current, watermark).then(onOpened, () => setFailed(true));
  }, [isWanted, src]);
  const shape =
    zoom === 0 ? 'max-h-[80dvh] w-full object-contain' : `${zooms[zoom]?.width} max-w-none`;
  if (hasFailed) {
    return (
      <Notice tone="warning" role="status">
        No pudimos dibujar esta imagen. Vuelve a cargar la página, o pídela a quien te la compartió.
      </Notice>
    );
  }
  return (
    <>
      {watermark !== null && (
        <noscript>
          <NeedsScripts />
        </noscript>
      )}
      {isWanted ? (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the image only with focus
          tabIndex={0}
          aria-label={alt}
          className={`max-h-[80dvh] overflow-auto rounded-lg border border-line bg-sunken ${watermark === null ? '' : 'noscript:hidden'}`}
        >
          {watermark === null ? (
            // biome-ignore lint/performance/noImgElement: the file itself is shown, at the size that it has
            <img className={shape} src={src} alt={alt} onLoad={onOpened} />
          ) : (
            <canvas ref={canvas} role="img" aria-label={alt} className={shape} />
          )}
        </section>
      ) : (
        <OpenDocumentPrompt isOpening={false} onOpen={() => setWanted(true)} />
      )}
      <DocumentBar acts={acts}>
        {isWanted && <ZoomButtons zoom={zoom} onZoom={setZoom} />}
      </DocumentBar>
    </>
  );
}
