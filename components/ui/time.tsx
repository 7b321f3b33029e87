import type { ReactNode } from 'react';
import { formatAgo, formatDateTime } from '#lib/platform/chile/format.ts';

type Props = { at: number; className?: string };

/** Shows `children`, with the exact time as a tooltip. */
export function Time({ at, className, children }: Props & { children: ReactNode }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)} className={className}>
      {children}
    </time>
  );
}

/** Shows `hace 3 h` or, after a month, the date. */
export function TimeAgo({ at, now, className = 'whitespace-nowrap' }: Props & { now: number }) {
  return (
    <Time at={at} className={className}>
      {formatAgo(at, now)}
    </Time>
  );
}
