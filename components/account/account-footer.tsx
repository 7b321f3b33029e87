import type { ReactNode } from 'react';

export function AccountFooter({ children }: { children: ReactNode }) {
  return <div className="mt-10 grid gap-1 border-t border-line pt-4">{children}</div>;
}
