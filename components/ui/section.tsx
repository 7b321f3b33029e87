import type { ReactNode } from 'react';

type Props = {
  id?: string;
  title?: ReactNode;
  aside?: ReactNode;
  /** True on the team's dense pages. */
  compact?: boolean;
  /** True for an item of a list within another section. */
  isItem?: boolean;
  className?: string;
  children: ReactNode;
};

/** A part of a page with a line and a heading, without a box. */
export function Section({ id, title, aside, compact, isItem, className = '', children }: Props) {
  const ruleStyle = isItem
    ? 'border-line in-[li:first-child]:border-t-0 in-[li:first-child]:pt-0'
    : 'border-line-strong';
  return (
    <section
      id={id}
      className={`scroll-mt-4 border-t ${ruleStyle} ${compact ? 'pt-2' : 'pt-4'} ${className}`}
    >
      {title && (
        <div
          className={`flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 ${compact ? 'mb-2' : 'mb-4'}`}
        >
          {isItem ? <h3>{title}</h3> : <h2 className="text-lg">{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
