import { Mark } from '#components/site/mark.tsx';
import { Container } from '#components/ui/container.tsx';
import { brand } from '#lib/platform/brand.ts';

export function SiteFooter() {
  return (
    <footer className="mt-auto border-t border-line bg-surface py-8 text-sm text-ink-soft print:hidden">
      <Container>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <p className="flex items-center gap-2.5">
            <Mark className="size-6" />
            {brand.name}. {brand.tagline}.
          </p>
          <nav aria-label="Pie de página" className="flex flex-wrap gap-x-6">
            <a href="/gestiona-tu-garantia" className={footerLink}>
              Pedir una garantía
            </a>
            <a href="/licitaciones" className={footerLink}>
              Licitaciones abiertas
            </a>
            <a href="/v" className={footerLink}>
              Verificar una garantía
            </a>
            <a href="/experto" className={footerLink}>
              Guía para contratistas
            </a>
            <a href="/asesor" className={footerLink}>
              Hablar con un asesor
            </a>
            <a href="/contacto" className={footerLink}>
              Contacto
            </a>
            <a href="/privacidad" className={footerLink}>
              Privacidad
            </a>
          </nav>
        </div>
      </Container>
    </footer>
  );
}

const footerLink = 'inline-flex min-h-11 items-center';
