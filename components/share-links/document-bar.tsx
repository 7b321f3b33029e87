import type { ReactNode } from 'react';

type Props = {
  /** Links to open or to save the document. */
  acts: ReactNode;
  /** Content at the start of the bar. */
  children?: ReactNode;
};

/** Bar that stays at the bottom of the screen while the document above it is in sight. */
export function DocumentBar({ acts, children }: Props) {
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-2 bg-canvas py-2 print:hidden">
      {children}
      {acts}
    </div>
  );
}
