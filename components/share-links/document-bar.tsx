import type { ReactNode } from 'react';

type Props = {
  /** Links that open or save the document. */
  acts: ReactNode;
  /** Shown at the beginning of the bar. */
  children?: ReactNode;
};

/** Sticks to the bottom of the screen while the document above it is visible. */
export function DocumentBar({ acts, children }: Props) {
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-2 bg-canvas py-2 print:hidden">
      {children}
      {acts}
    </div>
  );
}
