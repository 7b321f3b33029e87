import type { ReactNode } from 'react';
import { findPageSession } from '#app/_lib/page-member.ts';
import { findScopes } from '#app/_lib/page-scopes.ts';
import { ActingMenu } from '#components/company/acting-menu.tsx';
import { PanelPage } from '#components/panel/panel-page.tsx';
import { HolderScope } from '#components/ui/holder.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { mustEnrol } from '#lib/domain/accounts/signed-in.ts';

/** Visitors without a session get no layout, because the page redirects them to the login. */
export default async function PanelLayout({ children }: { children: ReactNode }) {
  const member = await findPageSession();
  if (!member) return children;
  const { email, holderId } = member;
  const scopes = await findScopes();
  const { pressing = 0, ending = 0 } = scopes.find(({ isCurrent }) => isCurrent) ?? {};
  return (
    <HolderScope id={holderId} isReader={member.may === 'reader'}>
      <PanelPage {...{ email, pressing, ending }} locked={mustEnrol(member)}>
        {scopes.length > 1 && <ActingMenu {...{ scopes, email }} />}
        {member.may === 'reader' && (
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
      </PanelPage>
    </HolderScope>
  );
}
