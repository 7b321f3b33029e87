import { HomeLink } from '#components/site/home-link.tsx';
import { Container } from '#components/ui/container.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

type Props = {
  /**
   * True for a header that links only to the home page, on pages with a single purpose such as the
   * wizard.
   */
  quiet?: boolean;
};

export function SiteHeader({ quiet }: Props) {
  return (
    <header className="border-b border-line bg-surface print:border-0">
      <Container>
        <div className="relative flex min-h-16 flex-wrap items-center justify-between gap-x-4">
          <HomeLink />
          {!quiet && (
            <nav
              aria-label="Principal"
              className="flex flex-wrap items-center gap-x-3 min-[26rem]:gap-x-4 md:gap-x-6 print:hidden"
            >
              {links.map(({ href, label }, index) => (
                <a
                  key={href}
                  href={href}
                  className={`${navLink} ${index === 0 ? 'lg:inline-flex' : 'md:inline-flex'}`}
                >
                  {label}
                </a>
              ))}
              {/* The same link for everybody, so that pages can be cached. */}
              <a href="/login" className={quietLink}>
                Mi cuenta
              </a>
              <span className="max-[26rem]:hidden">
                <LinkButton href="/gestiona-tu-garantia" variant="secondary" compact>
                  Pedir garantía
                </LinkButton>
              </span>
              <Menu />
            </nav>
          )}
        </div>
      </Container>
    </header>
  );
}

/** The menu on phones, which works without scripts. */
function Menu() {
  return (
    <details className="md:hidden">
      <summary className={`${quietLink} cursor-pointer list-none`}>
        Menú
        <Icon name="chevron" className="ml-1 size-4 max-[22rem]:hidden" />
      </summary>
      <ul className="absolute top-full right-0 z-10 w-56 max-w-full rounded-md border border-line bg-surface p-2 shadow-raised">
        {[...links, { href: '/gestiona-tu-garantia', label: 'Pedir garantía' }].map(
          ({ href, label }) => (
            <li key={href}>
              <a href={href} className="flex min-h-11 items-center px-3 text-ink no-underline">
                {label}
              </a>
            </li>
          ),
        )}
      </ul>
    </details>
  );
}

const links = [
  { href: '/#como-funciona', label: 'Cómo funciona' },
  { href: '/licitaciones', label: 'Licitaciones' },
  { href: '/experto', label: 'Guía' },
  { href: '/asesor', label: 'Asesoría' },
];
const quietLink =
  'inline-flex min-h-11 items-center whitespace-nowrap text-ink no-underline hover:underline';
const navLink = 'hidden min-h-11 items-center text-ink no-underline hover:underline';
