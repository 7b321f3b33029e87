import type { ReactNode } from 'react';

type Props = {
  children: ReactNode;
  caption?: string;
  intro?: ReactNode;
};

export function PageHeading({ children, caption, intro }: Props) {
  return (
    <div className="mb-8 in-data-desk:mb-4">
      <Caption>{caption}</Caption>
      <h1 className="text-2xl in-data-desk:text-xl">{children}</h1>
      {intro && (
        <p className="mt-3 max-w-text text-lg text-ink-soft in-data-desk:mt-1 in-data-desk:text-base">
          {intro}
        </p>
      )}
    </div>
  );
}

export function Caption({ children }: { children: string | undefined }) {
  return children && <p className="mb-1 text-sm font-semibold text-ink-soft">{children}</p>;
}
