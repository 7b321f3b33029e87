import type { ReactNode } from 'react';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { FirstFocus } from '#components/ui/first-focus.tsx';
import { getEnv } from '#lib/platform/config/env.ts';

export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <SiteShell quiet about={getEnv().about}>
      <Container width="form">
        <div className="pt-10 pb-16">{children}</div>
      </Container>
      <FirstFocus />
    </SiteShell>
  );
}
