import type { ReactNode } from 'react';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { SiteHeader } from '#components/site/site-header.tsx';

type Props = { children: ReactNode; quiet?: boolean; signedIn?: boolean };

/** Header, `main` (the skip link's target) and footer; `quiet` for pages with one job. */
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
