import type { ReactNode } from 'react';
import { Guilloche } from '#components/ui/guilloche.tsx';

type Props = { art: keyof typeof drawings; children: ReactNode };

/** Replaces an empty list, with a decorative picture. */
export function EmptyState({ art, children }: Props) {
  return (
    <div className="grid gap-3 py-2">
      <svg viewBox="0 0 160 72" fill="none" aria-hidden="true" className="h-24 max-w-full">
        <Guilloche width={0.6} className="stroke-copper opacity-60" />
        <path
          d={drawings[art]}
          strokeWidth="2"
          strokeLinejoin="round"
          className="fill-surface stroke-brand"
        />
      </svg>
      <p className="max-w-text">{children}</p>
    </div>
  );
}

const drawings = {
  folder: 'M54 18h18l6 7h28v31H54zM54 33h52',
  request: 'M62 10h25l11 11v41H62zM87 10v11h11M70 33h20M70 42h20M70 51h10',
  tray: 'M52 38l9-20h38l9 20v18H52zM52 38h16l4 8h16l4-8h16',
  link: 'M60 24h16a12 12 0 0 1 0 24H60a12 12 0 0 1 0-24zM84 24h16a12 12 0 0 1 0 24H84a12 12 0 0 1 0-24z',
} as const;
