import type { ReactNode } from 'react';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';

type Props = { caption: string; title: string; children: ReactNode };

export function MessagePage({ caption, title, children }: Props) {
  return (
    <SiteShell quiet>
      <Container width="text">
        <div className="py-12 sm:py-20">
          <PageHeading caption={caption}>{title}</PageHeading>
          <div className="grid justify-items-start gap-5">{children}</div>
        </div>
      </Container>
    </SiteShell>
  );
}
