import { Time } from '#components/ui/time.tsx';
import { closingMark } from '#lib/domain/requests/team/view.ts';

type ClosingProps = {
  closesAt: number;
  now: number;
  /** True if only the day is known. */
  isDay?: boolean;
};

export function ClosingText({ closesAt, now, isDay }: ClosingProps) {
  const { text, isOver, tone } = closingMark(closesAt, now, isDay);
  return (
    <Time at={closesAt} className={urgencyTones[tone]}>
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
