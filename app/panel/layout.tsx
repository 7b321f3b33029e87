import type { ReactNode } from 'react';
import { findPageSession } from '#app/_lib/page-member.ts';
import { PanelPage } from '#components/panel/panel-page.tsx';
import { mustEnrol } from '#lib/domain/accounts/signed-in.ts';
import { countPressing } from '#lib/domain/alerts/reads.ts';
import { countEnding } from '#lib/domain/issued-guarantees/reads.ts';

/** Visitors without a session get no layout, because the page redirects them to the login. */
export default async function PanelLayout({ children }: { children: ReactNode }) {
  const member = await findPageSession();
  if (!member) return children;
  const { email, accountId, now } = member;
  const [pressing, ending] = await Promise.all([
    countPressing(accountId, now),
    countEnding(member),
  ]);
  return (
    <PanelPage {...{ email, pressing, ending }} locked={mustEnrol(member)}>
      {children}
    </PanelPage>
  );
}
