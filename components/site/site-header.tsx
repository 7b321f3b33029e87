import { HomeLink } from '#components/site/home-link.tsx';
import { Container } from '#components/ui/container.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

type Props = {
  /** Leaves only the way home: for pages with one job, such as the request itself. */
  quiet?: boolean;
};

export function SiteHeader({ quiet }: Props) {
  return (
    <header className="border-b border-line bg-surface print:border-0">
      <Container>
        <div className="flex min-h-16 items-center justify-between gap-4">
          <HomeLink />
          {!quiet && (
            <nav aria-label="Principal" className="flex items-center gap-4 md:gap-6 print:hidden">
              <a href="/#como-funciona" className={`${navLink} max-lg:hidden`}>
                Cómo funciona
              </a>
              <a href="/licitaciones" className={navLink}>
                Licitaciones
              </a>
              <a href="/experto" className={navLink}>
                Guía
              </a>
              <a href="/asesor" className={navLink}>
                Asesoría
              </a>
              {/* The same for all, so that pages can be kept; with a session it leads on. */}
              <a href="/login" className={quietLink}>
                Mi cuenta
              </a>
              <span className="max-[26rem]:hidden">
                <LinkButton href="/gestiona-tu-garantia" variant="secondary" compact>
                  Pedir garantía
                </LinkButton>
              </span>
            </nav>
          )}
        </div>
      </Container>
    </header>
  );
}

const quietLink =
  'inline-flex min-h-11 items-center whitespace-nowrap text-ink no-underline hover:underline';
const navLink = 'hidden min-h-11 items-center text-ink no-underline hover:underline md:inline-flex';
