import type { ReactNode } from 'react';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { SiteHeader } from '#components/site/site-header.tsx';

type Props = { children: ReactNode; quiet?: boolean; signedIn?: boolean };

export function SiteShell({ children, quiet, signedIn }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader quiet={quiet} signedIn={signedIn} />
      <main id="contenido" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
