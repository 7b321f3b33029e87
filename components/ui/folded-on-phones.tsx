import type { ReactNode } from 'react';

type Props = { title: string; children: ReactNode };

/** Folds content on phones if it needs no action. Wide screens show it without its heading. */
export function FoldedOnPhones({ title, children }: Props) {
  return (
    <details className="lg:[&::details-content]:[content-visibility:visible]">
      <summary className="w-fit py-1.5 font-semibold lg:hidden">{title}</summary>
      <div className="max-lg:mt-2">{children}</div>
    </details>
  );
}
