import { aboutText } from '#app/_lib/about-text.ts';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { FirstFocus } from '#components/ui/first-focus.tsx';

export default function WizardLayout({ children }: LayoutProps<'/gestiona-tu-garantia'>) {
  return (
    <SiteShell quiet company={aboutText()}>
      <Container width="form">
        <div className="pt-2 pb-6">{children}</div>
      </Container>
      <FirstFocus />
    </SiteShell>
  );
}
