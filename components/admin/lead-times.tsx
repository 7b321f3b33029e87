import type { ReactNode } from 'react';
import { closingMark } from '#lib/domain/inbox/view.ts';
import { formatDateTime } from '#lib/platform/format.ts';

export function ClosingText({ closesAt, now }: { closesAt: number; now: number }) {
  const { text, isOver, tone } = closingMark(closesAt, now);
  return (
    <Time at={closesAt} look={urgencyTones[tone]}>
      {!isOver && 'cierra '}
      {text}
    </Time>
  );
}

export const urgencyTones = {
  danger: 'font-semibold text-danger',
  warning: 'font-semibold text-warning',
  plain: 'text-ink-soft',
};

type TimeProps = { at: number; look?: string; children: ReactNode };

/** Shows `children`; the title has the exact time. */
export function Time({ at, look = 'text-ink-soft', children }: TimeProps) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)} className={look}>
      {children}
    </time>
  );
}
