import { HomeLink } from '#components/site/home-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Container } from '#components/ui/container.tsx';

export type AdminEntry = (typeof entries)[number]['id'];

type Props = { email: string; current: AdminEntry };

export function AdminHeader({ email, current }: Props) {
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
            <a
              href="/panel/perfil"
              className="hidden min-h-11 max-w-80 content-center truncate text-sm text-ink-soft md:block"
            >
              {email}
            </a>
            <Button variant="quiet" compact>
              Cerrar sesión
            </Button>
          </form>
        </div>
        <nav aria-label="Asesores" className="-mb-px flex gap-6">
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
  { id: 'bandeja', href: '/admin', label: 'Bandeja' },
  { id: 'pagos', href: '/admin/pagos', label: 'Pagos' },
  { id: 'entregas', href: '/admin/entregas', label: 'Entregas' },
] as const;
