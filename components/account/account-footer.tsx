import type { ReactNode } from 'react';

/** Where else to go from a page of the account. */
export function AccountFooter({ children }: { children: ReactNode }) {
  return <div className="mt-10 grid gap-1 border-t border-line pt-4">{children}</div>;
}
