import type { ReactNode } from 'react';
import { AccountEnhancers } from '#components/account/enhancers.tsx';
import { type PanelEntry, PanelHeader } from '#components/panel/panel-header.tsx';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { Container } from '#components/ui/container.tsx';

type Props = {
  email: string;
  /** The entry of the navigation this page belongs to. */
  current: PanelEntry;
  children: ReactNode;
};

/** The frame of every page of whoever is signed in. */
export function PanelPage({ email, current, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <PanelHeader email={email} current={current} />
      <main id="contenido" tabIndex={-1}>
        <Container>
          <div className="pt-8 pb-16">{children}</div>
        </Container>
      </main>
      <SiteFooter />
      <AccountEnhancers />
    </div>
  );
}
