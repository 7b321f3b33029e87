import type { ReactNode } from 'react';
import { findPageSession } from '#app/_lib/page-user.ts';
import { findScopes } from '#app/panel/_lib/scopes.ts';
import { ActingMenu } from '#components/company/acting-menu.tsx';
import { SignedInPage } from '#components/site/signed-in-page.tsx';
import { CountBadge } from '#components/ui/count-badge.tsx';
import { HolderScope } from '#components/ui/holder-scope.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { mustEnrol } from '#lib/domain/accounts/signed-in.ts';

/**
 * The panel's navigation, which also surrounds some pages at other paths. Visitors without a
 * session get none, because the page redirects them to the login.
 */
export async function PanelFrame({ children }: { children: ReactNode }) {
  const user = await findPageSession();
  if (!user) return children;
  const { email, holderId } = user;
  const scopes = await findScopes();
  const {
    urgentCount: urgentDocuments = 0,
    guaranteesToActOn: endingCount = 0,
    requests: requestCount = 0,
    duePayments: dueCount = 0,
  } = scopes.find(({ isCurrent }) => isCurrent) ?? {};
  const sections = [
    { href: '/panel', label: 'Inicio' },
    {
      href: '/panel/solicitudes',
      label: 'Solicitudes',
      also: ['/comprobante'],
      badge: <Badge count={requestCount} />,
    },
    { href: '/panel/garantias', label: 'Garantías', badge: <Badge count={endingCount} /> },
    {
      href: '/panel/pagos',
      label: 'Pagos',
      also: ['/pagar'],
      badge: <CountBadge count={dueCount} meaning="por pagar" />,
    },
    { href: '/panel/documentos', label: 'Documentos', badge: <Badge count={urgentDocuments} /> },
    ...(user.companyId ? [{ href: ACTIVITY_PAGE, label: 'Actividad' }] : []),
    {
      href: '/panel/perfil',
      label: 'Perfil',
      also: user.companyId ? profilePages : [ACTIVITY_PAGE, ...profilePages],
    },
  ];
  return (
    <HolderScope id={holderId} isReader={user.memberRole === 'reader'}>
      <SignedInPage
        area="Panel"
        // While a required second factor is missing, no other page opens.
        sections={mustEnrol(user) ? [] : sections}
        menuBadge={
          !mustEnrol(user) && (
            <CountBadge
              count={requestCount + endingCount + dueCount + urgentDocuments}
              meaning="por atender"
            />
          )
        }
        email={
          <span className="hidden max-w-64 truncate text-sm text-ink-soft md:block">{email}</span>
        }
      >
        {scopes.length > 1 && <ActingMenu {...{ scopes, email }} />}
        {user.memberRole === 'reader' && (
          <div className="mb-5">
            <Notice tone="info">
              <p>
                En esta empresa puedes ver y descargar. Para cambiar algo, pídelo a quien la
                administra.
              </p>
            </Notice>
          </div>
        )}
        {children}
      </SignedInPage>
    </HolderScope>
  );
}

const ACTIVITY_PAGE = '/panel/actividad';
const profilePages = [
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
