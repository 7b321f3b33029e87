import type { ReactNode } from 'react';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { SiteHeader } from '#components/site/site-header.tsx';
import { Container } from '#components/ui/container.tsx';
import { brand } from '#lib/platform/config/brand.ts';

type Props = {
  children: ReactNode;
  quiet?: boolean;
  /** True for pages whose content we do not vouch for. They name our site, but have no logo. */
  isUnmarked?: boolean;
  company?: string;
};

export function SiteShell({ children, quiet, isUnmarked, company }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      {isUnmarked ? <PlainHeader /> : <SiteHeader quiet={quiet} />}
      <main id="contenido" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter quiet={quiet} company={company} />
    </div>
  );
}

function PlainHeader() {
  return (
    <header className="border-b border-line bg-surface print:border-0">
      <Container>
        <p className="flex min-h-16 items-center text-ink-soft">
          Registros de garantías en {brand.name}
        </p>
      </Container>
    </header>
  );
}
