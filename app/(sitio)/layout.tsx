import type { ReactNode } from 'react';
import { aboutText } from '#app/_lib/about-text.ts';
import { SiteShell } from '#components/site/site-shell.tsx';

export default function SiteLayout({ children }: { children: ReactNode }) {
  return <SiteShell about={aboutText()}>{children}</SiteShell>;
}
