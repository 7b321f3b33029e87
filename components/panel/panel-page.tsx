import type { ReactNode } from 'react';
import { AccountEnhancers } from '#components/account/enhancers.tsx';
import { type PanelEntry, PanelHeader } from '#components/panel/panel-header.tsx';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { Container } from '#components/ui/container.tsx';

type Props = {
  /** `critical`: documents expired or about to, for the badge of the navigation. */
  member: { email: string; critical: number };
  current: PanelEntry;
  /** What JavaScript adds to this page, in place of what it adds to every other. */
  enhancers?: ReactNode;
  children: ReactNode;
};

export function PanelPage({ member, current, enhancers, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <PanelHeader email={member.email} critical={member.critical} current={current} />
      <main id="contenido" tabIndex={-1}>
        <Container>
          <div className="pt-8 pb-16">{children}</div>
        </Container>
      </main>
      <SiteFooter />
      {enhancers ?? <AccountEnhancers />}
    </div>
  );
}
