import type { ReactNode } from 'react';
import { findPageUser } from '#app/_lib/page-user.ts';
import { AdminCommands } from '#components/admin/commands/admin-commands.tsx';
import { AdminTools } from '#components/admin/commands/admin-tools.tsx';
import { SignedInPage } from '#components/site/signed-in-page.tsx';
import { CountBadge } from '#components/ui/count-badge.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { countDeadDeliveries } from '#lib/domain/deliveries/reads.ts';
import { hasKnownTrouble } from '#lib/domain/health/reads.ts';
import { inboxViewCopy } from '#lib/domain/requests/team/copy.ts';
import { listSavedViews } from '#lib/domain/requests/team/reads/saved-views.ts';
import { type InboxView, viewSearchParams } from '#lib/domain/requests/team/rules.ts';

const sections = [
  { href: '/admin', label: 'Bandeja' },
  { href: '/admin/garantias', label: 'Garantías' },
  { href: '/admin/pagos', label: 'Pagos' },
  { href: '/admin/entregas', label: 'Envíos' },
  { href: '/admin/personas', label: 'Personas', also: ['/admin/borrar'] },
  { href: '/admin/cuentas', label: 'Cuentas' },
  { href: '/admin/auditoria', label: 'Auditoría' },
  { href: '/admin/estado', label: 'Estado' },
];

/** People who are not advisors get no layout, because these pages show them the 404 page. */
export default async function AdminLayout({ children }: LayoutProps<'/admin'>) {
  const user = await findPageUser();
  if (user?.role !== 'admin') return children;
  const [savedViews, deadCount, isTroubled] = await Promise.all([
    listSavedViews(user.accountId),
    countDeadDeliveries(),
    hasKnownTrouble(user.now),
  ]);
  const badges: Record<string, ReactNode> = {
    '/admin/entregas': <CountBadge count={deadCount} meaning={failedText(deadCount)} />,
    '/admin/estado': isTroubled && <TroubleIcon />,
  };
  return (
    <SignedInPage
      area="Asesores"
      sections={sections.map((section) => ({ ...section, badge: badges[section.href] }))}
      email={
        <a
          href="/panel/perfil"
          title={user.email}
          className="block min-h-11 content-center px-3 text-sm whitespace-nowrap text-ink-soft"
        >
          Mi perfil
        </a>
      }
      isAdminArea
      menuBadge={
        <>
          {badges['/admin/entregas']}
          {badges['/admin/estado']}
        </>
      }
      tools={<AdminTools />}
    >
      <AdminCommands
        links={[
          ...viewLinks,
          ...sections.slice(1),
          { href: '/admin/borrar', label: 'Borrar los datos de una persona' },
          { href: '/panel/perfil', label: 'Mi perfil' },
          ...savedViews.map(({ nombre, lista }) => ({ label: nombre, href: `/admin?${lista}` })),
        ]}
      >
        {children}
      </AdminCommands>
    </SignedInPage>
  );
}

function TroubleIcon() {
  return (
    <>
      <Icon name="warning" className="size-5 text-warning" />
      <VisuallyHidden>: algo pide atención</VisuallyHidden>
    </>
  );
}

const failedText = (dead: number) => (dead === 1 ? 'no se pudo enviar' : 'no se pudieron enviar');

const viewLinks = Object.entries(inboxViewCopy).map(([name, label]) => ({
  label,
  href: `/admin?${viewSearchParams(name as InboxView)}`.replace(/\?$/, ''),
}));
