import type { ReactNode } from 'react';
import { formatAgo, formatDateTime } from '#lib/platform/chile/format.ts';

type Props = { at: number; look?: string };

/** Shows `children`, with the exact time as title. */
export function Time({ at, look, children }: Props & { children: ReactNode }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)} className={look}>
      {children}
    </time>
  );
}

/** Shows `hace 3 h`, after a month the day. */
export function TimeAgo({ at, now, look = 'whitespace-nowrap' }: Props & { now: number }) {
  return (
    <Time at={at} look={look}>
      {formatAgo(at, now)}
    </Time>
  );
}
