import type { ReactNode } from 'react';
import { findPageSession } from '#app/_lib/page-member.ts';
import { ActingMenu } from '#components/company/acting-menu.tsx';
import { PanelPage } from '#components/panel/panel-page.tsx';
import { HolderScope } from '#components/ui/holder.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { listCompaniesOf } from '#lib/domain/accounts/companies/reads.ts';
import { mustEnrol } from '#lib/domain/accounts/signed-in.ts';
import { countPressing } from '#lib/domain/alerts/reads.ts';
import { countEnding } from '#lib/domain/issued-guarantees/reads.ts';

/** Visitors without a session get no layout, because the page redirects them to the login. */
export default async function PanelLayout({ children }: { children: ReactNode }) {
  const member = await findPageSession();
  if (!member) return children;
  const { email, accountId, companyId, holderId, now } = member;
  const [pressing, ending, companies] = await Promise.all([
    countPressing(holderId, now),
    countEnding(member),
    listCompaniesOf(accountId),
  ]);
  return (
    <HolderScope id={holderId} isReader={member.may === 'reader'}>
      <PanelPage {...{ email, pressing, ending }} locked={mustEnrol(member)}>
        {companies.length > 0 && (
          <ActingMenu choices={companies} current={companyId} email={email} />
        )}
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
