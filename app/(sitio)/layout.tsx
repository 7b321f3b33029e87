import { aboutText } from '#app/_lib/about-text.ts';
import { SiteShell } from '#components/site/site-shell.tsx';

export default function SiteLayout({ children }: LayoutProps<'/'>) {
  return <SiteShell company={aboutText()}>{children}</SiteShell>;
}
