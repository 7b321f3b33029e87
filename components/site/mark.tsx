import { mark } from '#lib/platform/brand.ts';

/** The logo's drawing; the name beside it is text, so it is hidden from readers. */
export function Mark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox={mark.viewBox} aria-hidden="true" className={`shrink-0 ${className}`}>
      <path d={mark.stub} className="fill-copper" />
      <path d={mark.shield} className="fill-brand" />
      <path
        d={mark.tick}
        fill="none"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-on-brand"
      />
    </svg>
  );
}
