import { Logo } from '#components/site/logo.tsx';
import { Container } from '#components/ui/container.tsx';
import { brand } from '#lib/platform/config/brand.ts';

type Props = {
  /** True for a short footer, on pages with a single purpose. */
  quiet?: boolean | undefined;
  /**
   * Text about the operator. It is a prop because the error page is rendered in browsers, which
   * have no settings.
   */
  company?: string | undefined;
};

export function SiteFooter({ quiet, company }: Props) {
  return (
    <footer
      className={`mt-auto border-t border-line bg-surface text-sm text-ink-soft print:hidden ${quiet ? 'py-1' : 'py-8'}`}
    >
      <Container>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          {!quiet && (
            <p className="flex items-center gap-2.5">
              <Logo className="size-6" />
              {brand.name}. {brand.tagline}.
            </p>
          )}
          <nav
            aria-label="Pie de página"
            className="grid w-full grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-6 sm:flex sm:w-auto sm:flex-wrap"
          >
            {links.slice(quiet ? -2 : 0).map(({ href, label }) => (
              <a key={href} href={href} className="inline-flex min-h-11 items-center">
                {label}
              </a>
            ))}
          </nav>
        </div>
        {company && <p className={quiet ? 'pb-2' : 'mt-2'}>{company}</p>}
      </Container>
    </footer>
  );
}

const links = [
  { href: '/gestiona-tu-garantia', label: 'Pedir una garantía' },
  { href: '/licitaciones', label: 'Licitaciones abiertas' },
  { href: '/v', label: 'Verificar una garantía' },
  { href: '/experto', label: 'Guía para contratistas' },
  { href: '/asesor', label: 'Hablar con un asesor' },
  { href: '/contacto', label: 'Contacto' },
  { href: '/privacidad', label: 'Privacidad' },
];
