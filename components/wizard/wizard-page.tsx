import type { ReactNode } from 'react';
import { SiteShell } from '#components/site/site-shell.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Container } from '#components/ui/container.tsx';
import { Enhancers } from '#components/wizard/enhancers.tsx';

type Props = { children: ReactNode; backHref?: string };

export function WizardPage({ children, backHref }: Props) {
  return (
    <SiteShell quiet>
      <Container width="form">
        <div className="pt-4 pb-16">
          {backHref ? <BackLink href={backHref} /> : <div className="h-6" />}
          {children}
        </div>
      </Container>
      <Enhancers />
    </SiteShell>
  );
}
