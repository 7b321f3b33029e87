import { logo } from '#lib/platform/config/brand.ts';

/** The logo, hidden from screen readers because its name stands beside it. */
export function Logo({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox={logo.viewBox} fill="none" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path d={logo.shield} className="fill-brand" />
      <path
        d={logo.perforation}
        strokeWidth="1.8"
        strokeLinecap="round"
        className="stroke-perforation"
      />
      <path
        d={logo.tick}
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-on-brand"
      />
    </svg>
  );
}
