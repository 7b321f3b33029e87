import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

type Props = {
  count: number;
  /** Text after the number for screen readers, such as "necesitan atención". */
  meaning: string;
};

/** A red number beside the link of a section. Shows nothing for zero. */
export function CountBadge({ count, meaning }: Props) {
  return (
    count > 0 && (
      <span className="min-w-6 rounded-full bg-danger px-1.5 text-center text-xs font-semibold text-on-danger tabular-nums">
        {count > 99 ? '99+' : count}
        <VisuallyHidden> {meaning}</VisuallyHidden>
      </span>
    )
  );
}
