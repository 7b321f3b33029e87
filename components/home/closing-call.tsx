import { Container } from '#components/ui/container.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

export function ClosingCall() {
  return (
    <section className="on-deep">
      <Container>
        <div className="flex flex-wrap items-center justify-between gap-6 py-12">
          <h2 className="text-xl">¿Se acerca el cierre? Deja tu solicitud hoy.</h2>
          <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <LinkButton href="/gestiona-tu-garantia" wide>
              Pedir mi garantía
              <Icon name="arrow-right" />
            </LinkButton>
            <a href="/asesor" className="inline-flex min-h-11 items-center text-on-deep">
              Hablar con un asesor
            </a>
          </p>
        </div>
      </Container>
    </section>
  );
}
