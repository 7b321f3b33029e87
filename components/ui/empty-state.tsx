import type { ReactNode } from 'react';

type Props = { art: keyof typeof drawings; children: ReactNode };

/** Nothing is here yet: a drawing on a band of guilloche, and what will be here. Decorative. */
export function EmptyState({ art, children }: Props) {
  return (
    <div className="grid justify-items-center gap-3 py-4 text-center">
      <svg
        viewBox="0 0 160 72"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className="h-24 max-w-full"
      >
        {waves.map((height) => (
          <path
            key={height}
            d={`M0 36q10 ${height} 20 0${'t20 0'.repeat(7)}`}
            strokeWidth="0.7"
            className="stroke-copper"
          />
        ))}
        <path d={drawings[art]} strokeWidth="2" className="fill-surface stroke-brand" />
      </svg>
      <div className="max-w-text">{children}</div>
    </div>
  );
}

const waves = [-40, -28, -16, -4, 8, 20, 32, 44];

const drawings = {
  folder: 'M54 18h18l6 7h28v31H54zM54 33h52',
  request: 'M62 10h25l11 11v41H62zM87 10v11h11M70 33h20M70 42h20M70 51h10',
  tray: 'M52 38l9-20h38l9 20v18H52zM52 38h16l4 8h16l4-8h16',
  link: 'M76 24H64a12 12 0 0 0 0 24h12M84 24h12a12 12 0 0 1 0 24H84M70 36h20',
} as const;
