import { HomeLink } from '#components/site/home-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Container } from '#components/ui/container.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

type Props = { email: string; critical: number; current: PanelEntry };

export function PanelHeader({ email, critical, current }: Props) {
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <Container>
        <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4">
          <HomeLink />
          <form
            method="post"
            action="/f/panel/salir"
            data-once=""
            className="-mr-3 flex min-w-0 items-center gap-1"
          >
            <span className="hidden max-w-80 truncate text-sm text-ink-soft md:block">{email}</span>
            <Button variant="quiet" compact>
              Cerrar sesión
            </Button>
          </form>
        </div>
        <nav aria-label="Panel" className="-mb-px flex flex-wrap gap-x-5 sm:gap-x-6">
          {entries.map(({ id, href, label }) => (
            <a
              key={id}
              href={href}
              aria-current={id === current ? 'page' : undefined}
              className="inline-flex min-h-11 items-center gap-2 border-b-3 border-transparent text-ink no-underline hover:border-line-strong aria-[current]:border-copper aria-[current]:font-semibold"
            >
              {label}
              {id === 'documentos' && critical > 0 && <Badge count={critical} />}
            </a>
          ))}
        </nav>
      </Container>
    </header>
  );
}

function Badge({ count }: { count: number }) {
  return (
    <span className="min-w-6 rounded-full bg-danger px-1.5 text-center text-xs font-semibold text-on-danger tabular-nums">
      {count > 99 ? '99+' : count}
      <VisuallyHidden>{count === 1 ? ' necesita atención' : ' necesitan atención'}</VisuallyHidden>
    </span>
  );
}

const entries = [
  { id: 'inicio', href: '/panel', label: 'Inicio' },
  { id: 'solicitudes', href: '/panel/solicitudes', label: 'Solicitudes' },
  { id: 'pagos', href: '/panel/pagos', label: 'Pagos' },
  { id: 'documentos', href: '/panel/documentos', label: 'Documentos' },
  { id: 'perfil', href: '/panel/perfil', label: 'Perfil' },
] as const;

export type PanelEntry = (typeof entries)[number]['id'];
