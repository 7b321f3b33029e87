import { HomeLink } from '#components/site/home-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Container } from '#components/ui/container.tsx';

export type PanelEntry = (typeof entries)[number]['id'];

type Props = { email: string; current: PanelEntry };

export function PanelHeader({ email, current }: Props) {
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <Container>
        <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4">
          <HomeLink />
          <form
            method="post"
            action="/panel/salir"
            data-once=""
            className="-mr-3 flex min-w-0 items-center gap-1"
          >
            <span className="hidden max-w-80 truncate text-sm text-ink-soft md:block">{email}</span>
            <Button variant="quiet" compact>
              Cerrar sesión
            </Button>
          </form>
        </div>
        <nav aria-label="Panel" className="-mb-px flex gap-6">
          {entries.map(({ id, href, label }) => (
            <a
              key={id}
              href={href}
              aria-current={id === current ? 'page' : undefined}
              className="inline-flex min-h-11 items-center border-b-3 border-transparent text-ink no-underline hover:border-line-strong aria-[current]:border-copper aria-[current]:font-semibold"
            >
              {label}
            </a>
          ))}
        </nav>
      </Container>
    </header>
  );
}

const entries = [
  { id: 'inicio', href: '/panel', label: 'Inicio' },
  { id: 'solicitudes', href: '/panel/solicitudes', label: 'Solicitudes' },
  { id: 'pagos', href: '/panel/pagos', label: 'Pagos' },
  { id: 'perfil', href: '/panel/perfil', label: 'Perfil' },
] as const;
