import type { ReactNode } from 'react';
import { AccountEnhancers } from '#components/account/enhancers.tsx';
import { HomeLink } from '#components/site/home-link.tsx';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { Button } from '#components/ui/button.tsx';
import { Container } from '#components/ui/container.tsx';
import { Form } from '#components/ui/form.tsx';

type Entry = { href: string; label: string; isCurrent: boolean; badge?: ReactNode };

type Props = {
  /** What the navigation is of, and its entries. */
  area: string;
  entries: readonly Entry[];
  email: ReactNode;
  /** What JavaScript adds to this page, in place of what it adds to every other. */
  enhancers?: ReactNode;
  /** Of the team: a wide desk, and no footer that sells. */
  desk?: boolean;
  children: ReactNode;
};

/** The frame of every page behind a login: who is in, where to go, and the way out. */
export function MemberPage({ area, entries, email, enhancers, desk, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface print:hidden">
        <Container width={desk ? 'desk' : 'page'}>
          <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4">
            <HomeLink />
            <Form action="/panel/salir" className="-mr-3 flex min-w-0 items-center gap-1">
              {email}
              <Button variant="quiet" compact>
                Cerrar sesión
              </Button>
            </Form>
          </div>
          <nav
            aria-label={area}
            className={`-mb-px flex gap-x-4 ${desk ? 'overflow-x-auto' : 'flex-wrap'}`}
          >
            {entries.map(({ href, label, isCurrent, badge }) => (
              <a
                key={href}
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                className="inline-flex min-h-11 items-center gap-2 border-b-3 border-transparent text-ink no-underline hover:border-line-strong aria-[current]:border-copper aria-[current]:font-semibold"
              >
                {label}
                {badge}
              </a>
            ))}
          </nav>
        </Container>
      </header>
      <main id="contenido" tabIndex={-1}>
        <Container width={desk ? 'desk' : 'page'}>
          <div className={desk ? 'pt-5 pb-16' : 'pt-8 pb-16'}>{children}</div>
        </Container>
      </main>
      {!desk && <SiteFooter />}
      {enhancers ?? <AccountEnhancers />}
    </div>
  );
}
