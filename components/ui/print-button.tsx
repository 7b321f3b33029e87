'use client';

import type { ReactNode } from 'react';

/** Opens the browser's print dialog. It is absent without scripts, where the browser's menu prints. */
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
