import type { ReactNode } from 'react';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { SiteHeader } from '#components/site/site-header.tsx';

type Props = { children: ReactNode; quiet?: boolean };

export function SiteShell({ children, quiet }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader quiet={quiet} />
      <main id="contenido" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter quiet={quiet} />
    </div>
  );
}
