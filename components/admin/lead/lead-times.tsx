import { Time } from '#components/ui/time.tsx';
import { closingMark } from '#lib/domain/requests/team/view.ts';

export function ClosingText({ closesAt, now }: { closesAt: number; now: number }) {
  const { text, isOver, tone } = closingMark(closesAt, now);
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
