import type { ReactNode } from 'react';
import { HomeLink } from '#components/site/home-link.tsx';
import { type LinkedSection, SectionLinks } from '#components/site/section-links.tsx';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { Button } from '#components/ui/button.tsx';
import { Container } from '#components/ui/container.tsx';
import { FirstFocus } from '#components/ui/first-focus.tsx';
import { Form } from '#components/ui/form.tsx';
import { Icon } from '#components/ui/icon.tsx';

type Props = {
  area: string;
  sections: readonly LinkedSection[];
  email: ReactNode;
  /** True for the pages of the team, which are wider and have no footer. */
  isAdminArea?: boolean;
  tools?: ReactNode;
  /** The sum of the badges, shown on the button of the menu on phones. */
  menuBadge?: ReactNode;
  children: ReactNode;
};

export function SignedInPage({
  area,
  sections,
  email,
  isAdminArea,
  tools,
  menuBadge,
  children,
}: Props) {
  const leave = (
    <Form action="/panel/salir" className="-mr-3 flex min-w-0 items-center gap-1 max-md:-ml-3">
      {email}
      <Button variant="quiet" compact>
        Cerrar sesión
      </Button>
    </Form>
  );
  return (
    <div className="flex min-h-dvh flex-col">
      <FirstFocus />
      <header className="border-b border-line bg-surface print:hidden">
        <Container width={isAdminArea ? 'desk' : 'page'}>
          <div className="relative flex min-h-16 flex-wrap items-center justify-between gap-x-4 desk:gap-x-6">
            <HomeLink isShort={isAdminArea} />
            <nav
              aria-label={area}
              className={`order-last -mb-px hidden w-full gap-x-4 md:flex desk:order-none desk:w-auto desk:flex-1 ${isAdminArea ? 'overflow-x-auto desk:text-sm' : 'flex-wrap desk:gap-x-6'}`}
            >
              <SectionLinks sections={sections} />
            </nav>
            {tools}
            <div className="max-md:hidden">{leave}</div>
            <nav aria-label={area} className="md:hidden">
              <details>
                <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 whitespace-nowrap">
                  Menú
                  {menuBadge}
                  <Icon name="chevron" className="size-4" />
                </summary>
                <div className="absolute inset-x-0 top-full z-10 grid rounded-md border border-line bg-surface px-4 py-2 shadow-raised">
                  <SectionLinks sections={sections} />
                  {leave}
                </div>
              </details>
            </nav>
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
