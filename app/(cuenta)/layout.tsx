import { aboutText } from '#app/_lib/about-text.ts';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { FirstFocus } from '#components/ui/first-focus.tsx';

export default function AccountLayout({ children }: LayoutProps<'/'>) {
  return (
    <SiteShell quiet company={aboutText()}>
      <Container width="form">
        <div className="pt-10 pb-16">{children}</div>
      </Container>
      <FirstFocus />
    </SiteShell>
  );
}
