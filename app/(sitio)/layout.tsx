import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { SiteShell } from '#components/site/site-shell.tsx';
import { SESSION_COOKIE } from '#lib/domain/accounts/reads.ts';

/** Whether there is a cookie is enough to name a link; the panel checks whether it is worth anything. */
export default async function SiteLayout({ children }: { children: ReactNode }) {
  const signedIn = (await cookies()).has(SESSION_COOKIE);
  return <SiteShell signedIn={signedIn}>{children}</SiteShell>;
}
