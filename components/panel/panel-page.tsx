import type { ReactNode } from 'react';
import { MemberPage } from '#components/site/member-page.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

const entries = [
  { id: 'inicio', href: '/panel', label: 'Inicio' },
  { id: 'solicitudes', href: '/panel/solicitudes', label: 'Solicitudes' },
  { id: 'garantias', href: '/panel/garantias', label: 'Garantías' },
  { id: 'pagos', href: '/panel/pagos', label: 'Pagos' },
  { id: 'documentos', href: '/panel/documentos', label: 'Documentos' },
  { id: 'perfil', href: '/panel/perfil', label: 'Perfil' },
] as const;

type Props = {
  /** For the badges of the navigation: documents that need attention, guarantees about to end. */
  member: { email: string; pressing: number; ending: number };
  current: (typeof entries)[number]['id'];
  /** All that is open yet is this page. */
  locked?: boolean;
  enhancers?: ReactNode;
  children: ReactNode;
};

export function PanelPage({ member, current, locked, ...page }: Props) {
  const { email, pressing, ending } = member;
  const counts: Record<string, number> = { documentos: pressing, garantias: ending };
  return (
    <MemberPage
      area="Panel"
      entries={(locked ? [] : entries).map(({ id, ...entry }) => ({
        ...entry,
        isCurrent: id === current,
        badge: counts[id] ? <Badge count={counts[id]} /> : null,
      }))}
      email={
        <span className="hidden max-w-80 truncate text-sm text-ink-soft md:block">{email}</span>
      }
      {...page}
    />
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
