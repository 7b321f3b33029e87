import type { ReactNode } from 'react';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { SiteHeader } from '#components/site/site-header.tsx';

type Props = {
  children: ReactNode;
  quiet?: boolean;
  /** True on pages whose content we do not vouch for, which do not show our logo. */
  unmarked?: boolean;
  about?: string;
};

export function SiteShell({ children, quiet, unmarked, about }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      {!unmarked && <SiteHeader quiet={quiet} />}
      <main id="contenido" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter quiet={quiet} about={about} />
    </div>
  );
}
