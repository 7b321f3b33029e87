import type { ReactNode } from 'react';

type Props = {
  id?: string;
  title?: ReactNode;
  aside?: ReactNode;
  /** True on the team's dense pages. */
  compact?: boolean;
  look?: string;
  children: ReactNode;
};

/** Sets a part of a page apart by a rule and a heading, without a box. */
export function Section({ id, title, aside, compact, look = '', children }: Props) {
  return (
    <section
      id={id}
      className={`scroll-mt-4 border-t border-line-strong ${compact ? 'pt-2' : 'pt-4'} ${look}`}
    >
      {title && (
        <div
          className={`flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 ${compact ? 'mb-2' : 'mb-4'}`}
        >
          <h2 className="text-lg">{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
