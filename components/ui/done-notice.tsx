import type { ReactNode } from 'react';
import { Notice } from '#components/ui/notice.tsx';

type Props = { children: ReactNode; tight?: boolean };

export function DoneNotice({ children, tight }: Props) {
  if (!children) return null;
  return (
    <div className={tight ? 'mb-5' : 'mb-6'} data-done="" tabIndex={-1}>
      <Notice tone="success" role="status">
        <p>{children}</p>
      </Notice>
    </div>
  );
}
