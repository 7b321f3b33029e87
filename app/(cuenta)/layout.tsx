import type { ReactNode } from 'react';
import { AccountEnhancers } from '#components/account/enhancers.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';

export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <SiteShell quiet>
      <Container width="form">
        <div className="pt-10 pb-16">{children}</div>
      </Container>
      <AccountEnhancers />
    </SiteShell>
  );
}
