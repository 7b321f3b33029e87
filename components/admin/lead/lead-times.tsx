import { Time } from '#components/ui/time.tsx';
import { closingMark } from '#lib/domain/requests/team/view.ts';

type ClosingProps = {
  closesAt: number;
  now: number;
  /** True if only the day is known. */
  isDay?: boolean;
  /** Hides `cierra` on wide screens, where a heading already says it. */
  isShort?: boolean;
};

export function ClosingText({ closesAt, now, isDay, isShort }: ClosingProps) {
  const { text, isOver, tone } = closingMark(closesAt, now, { isDay });
  return (
    <Time at={closesAt} className={urgencyTones[tone]}>
      {!isOver && <span className={isShort ? 'lg:sr-only' : undefined}>cierra </span>}
      {text}
    </Time>
  );
}

export const urgencyTones = {
  danger: 'font-semibold text-danger',
  warning: 'font-semibold text-warning',
  plain: 'text-ink-soft',
};
