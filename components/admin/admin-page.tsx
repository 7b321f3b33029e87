import type { ReactNode } from 'react';
import type { Act } from '#components/admin/acts.ts';
import { DeskEnhancers, DeskKeys } from '#components/admin/desk-enhancers.tsx';
import { ShortcutList } from '#components/admin/shortcut-list.tsx';
import { MemberPage } from '#components/site/member-page.tsx';
import type { OwnView } from '#lib/domain/inbox/rules.ts';

const inbox = { id: 'bandeja', href: '/admin', label: 'Bandeja' } as const;
const sections = [
  { id: 'garantias', href: '/admin/garantias', label: 'Garantías' },
  { id: 'pagos', href: '/admin/pagos', label: 'Pagos' },
  { id: 'entregas', href: '/admin/entregas', label: 'Envíos' },
  { id: 'cuentas', href: '/admin/cuentas', label: 'Cuentas' },
  { id: 'auditoria', href: '/admin/auditoria', label: 'Auditoría' },
] as const;

type Props = {
  email: string;
  current: (typeof inbox | (typeof sections)[number])['id'];
  /** Client behaviour of this page, instead of the desk's. */
  enhancers?: ReactNode;
  /** Acts that the palette offers here. */
  acts?: readonly Act[];
  /** The advisor's views, for the palette. */
  own?: readonly OwnView[];
  children: ReactNode;
};

export function AdminPage({ email, current, enhancers, acts = [], own = [], children }: Props) {
  return (
    <MemberPage
      area="Asesores"
      entries={[inbox, ...sections].map(({ id, ...entry }) => ({
        ...entry,
        isCurrent: id === current,
      }))}
      email={
        <a
          href="/panel/perfil"
          className="hidden min-h-11 max-w-80 content-center truncate text-sm text-ink-soft md:block"
        >
          {email}
        </a>
      }
      enhancers={
        <>
          <DeskKeys />
          {enhancers ?? <DeskEnhancers />}
        </>
      }
      desk
    >
      {children}
      <ShortcutList {...{ acts, own, sections }} />
    </MemberPage>
  );
}
