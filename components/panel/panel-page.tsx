import type { ReactNode } from 'react';
import { MemberPage } from '#components/site/member-page.tsx';
import { CountBadge } from '#components/ui/count-badge.tsx';

type Props = {
  email: string;
  /** `pressing` counts documents that need attention, `ending` guarantees about to end. */
  pressing: number;
  ending: number;
  /** True until a second factor is set up, because no other page can be opened before. */
  locked?: boolean;
  children: ReactNode;
};

export function PanelPage({ email, pressing, ending, locked, children }: Props) {
  const sections = [
    { href: '/panel', label: 'Inicio' },
    { href: '/panel/solicitudes', label: 'Solicitudes' },
    { href: '/panel/garantias', label: 'Garantías', badge: <Badge count={ending} /> },
    { href: '/panel/pagos', label: 'Pagos', also: ['/pagar'] },
    { href: '/panel/documentos', label: 'Documentos', badge: <Badge count={pressing} /> },
    { href: '/panel/perfil', label: 'Perfil', also: profilePages },
  ];
  return (
    <MemberPage
      area="Panel"
      sections={locked ? [] : sections}
      email={
        <span className="hidden max-w-64 truncate text-sm text-ink-soft md:block">{email}</span>
      }
    >
      {children}
    </MemberPage>
  );
}

const profilePages = [
  '/panel/actividad',
  '/panel/eliminar-cuenta',
  '/panel/empresa',
  '/panel/ingresos',
  '/panel/seguridad',
  '/panel/titular',
];

function Badge({ count }: { count: number }) {
  return (
    <CountBadge count={count} meaning={count === 1 ? 'necesita atención' : 'necesitan atención'} />
  );
}
