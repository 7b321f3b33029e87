import { Container } from '#components/ui/container.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

export function ExpertHero() {
  return (
    <section className="on-deep">
      <Container>
        <div className="max-w-text py-14 sm:py-20">
          <h1 className="text-3xl">Que la garantía no te deje fuera del contrato</h1>
          <p className="mt-5 text-lg text-on-deep-soft">
            Cuando te adjudican, el plazo para entregar la garantía suele ser corto. Averigua hoy
            cuál te van a pedir, reúne los documentos y conversa tu caso con un asesor.
          </p>
          <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
            <LinkButton href="#calculadora" wide>
              Ver qué me van a pedir
              <Icon name="arrow-right" />
            </LinkButton>
            <a href="#consulta" className="inline-flex min-h-11 items-center text-on-deep">
              Contar mi caso
            </a>
          </p>
        </div>
      </Container>
    </section>
  );
}
