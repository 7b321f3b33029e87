import type { ReactNode } from 'react';
import { HomeLink } from '#components/site/home-link.tsx';
import { type LinkedSection, SectionLinks } from '#components/site/section-links.tsx';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { Button } from '#components/ui/button.tsx';
import { Container } from '#components/ui/container.tsx';
import { FirstFocus } from '#components/ui/first-focus.tsx';
import { Form } from '#components/ui/form.tsx';

type Props = {
  area: string;
  sections: readonly LinkedSection[];
  email: ReactNode;
  /** True for the pages of the team, which are wider and have no footer. */
  isAdminArea?: boolean;
  tools?: ReactNode;
  children: ReactNode;
};

export function SignedInPage({ area, sections, email, isAdminArea, tools, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <FirstFocus />
      <header className="border-b border-line bg-surface print:hidden">
        <Container width={isAdminArea ? 'desk' : 'page'}>
          <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 desk:gap-x-6">
            <HomeLink />
            <nav
              aria-label={area}
              className={`order-last -mb-px flex w-full gap-x-4 desk:order-none desk:w-auto desk:flex-1 ${isAdminArea ? 'overflow-x-auto max-md:pr-8 max-md:[mask-image:linear-gradient(to_right,#000_calc(100%-2rem),#0000)] desk:text-sm' : 'flex-wrap desk:gap-x-6'}`}
            >
              <SectionLinks sections={sections} />
            </nav>
            {tools}
            <Form action="/panel/salir" className="-mr-3 flex min-w-0 items-center gap-1">
              {email}
              <Button variant="quiet" compact>
                {isAdminArea ? (
                  <>
                    <span className="md:hidden">Salir</span>
                    <span className="hidden md:block">Cerrar sesión</span>
                  </>
                ) : (
                  'Cerrar sesión'
                )}
              </Button>
            </Form>
          </div>
        </Container>
      </header>
      <main id="contenido" tabIndex={-1}>
        <Container width={isAdminArea ? 'desk' : 'page'}>
          <div
            data-desk={isAdminArea || undefined}
            className={isAdminArea ? 'pt-4 pb-16' : 'pt-4 pb-16 sm:pt-8'}
          >
            {children}
          </div>
        </Container>
      </main>
      {!isAdminArea && <SiteFooter />}
    </div>
  );
}
