import type { ReactNode } from 'react';
import { AccountEnhancers } from '#components/account/enhancers.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';

export function AccountPage({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <SiteShell quiet>
      <Container width="form">
        <div className="pt-10 pb-16">
          {children}
          {footer && <div className="mt-10 grid gap-1 border-t border-line pt-4">{footer}</div>}
        </div>
      </Container>
      <AccountEnhancers />
    </SiteShell>
  );
}
