import type { ReactNode } from 'react';

type Props = {
  id?: string;
  title?: ReactNode;
  aside?: ReactNode;
  compact?: boolean;
  className?: string;
  children: ReactNode;
};

export function Card({ id, title, aside, compact, className = '', children }: Props) {
  return (
    <section
      id={id}
      className={`scroll-mt-4 rounded-lg border border-line bg-surface ${compact ? 'px-4 py-3 sm:px-5' : 'p-5 sm:p-6'} ${className}`}
    >
      {title && (
        <div
          className={`${compact ? 'mb-1' : 'mb-3'} flex flex-wrap items-center justify-between gap-x-4 gap-y-2`}
        >
          <h2 className="text-lg">{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
