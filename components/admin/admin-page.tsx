import type { ReactNode } from 'react';
import { AccountEnhancers } from '#components/account/enhancers.tsx';
import { type AdminEntry, AdminHeader } from '#components/admin/admin-header.tsx';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { Container } from '#components/ui/container.tsx';

type Props = { email: string; current: AdminEntry; children: ReactNode };

export function AdminPage({ email, current, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <AdminHeader email={email} current={current} />
      <main id="contenido" tabIndex={-1}>
        <Container>
          <div className="pt-6 pb-16 sm:pt-8">{children}</div>
        </Container>
      </main>
      <SiteFooter />
      <AccountEnhancers />
    </div>
  );
}
