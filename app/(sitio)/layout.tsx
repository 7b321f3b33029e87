import type { ReactNode } from 'react';
import { SiteShell } from '#components/site/site-shell.tsx';
import { getEnv } from '#lib/platform/config/env.ts';

export default function SiteLayout({ children }: { children: ReactNode }) {
  return <SiteShell about={getEnv().about}>{children}</SiteShell>;
}
