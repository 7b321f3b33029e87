'use client';

import type { ReactNode } from 'react';

/** Opens the browser's print dialog. Hidden without scripts. */
export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={() => print()}
      className="btn btn-secondary mt-6 noscript:hidden"
    >
      {children}
    </button>
  );
}
