import { SampleRequest } from '#components/home/sample-request.tsx';
import { Container } from '#components/ui/container.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

export function Hero() {
  return (
    <section className="on-deep relative overflow-hidden">
      {/* biome-ignore lint/performance/noImgElement: decoration, already a 2.6 kB SVG */}
      <img
        src="/rosette.svg"
        alt=""
        width="832"
        height="832"
        loading="lazy"
        className="absolute -top-40 -right-72 w-[52rem] max-w-none opacity-10 md:opacity-30 lg:-right-32"
      />
      <Container>
        <div className="relative grid items-center gap-12 py-14 sm:py-20 md:grid-cols-[1.25fr_1fr] lg:gap-20">
          <div>
            <h1 className="text-3xl">Pide en línea la garantía de tu licitación o contrato</h1>
            <p className="mt-5 max-w-text text-lg text-on-deep-soft">
              Responde unas preguntas, adjunta las bases o el contrato y envía. Recibes un número al
              momento, y un asesor revisa tu solicitud y te responde.
            </p>
            <p className="mt-8">
              <LinkButton href="/gestiona-tu-garantia" wide>
                Pedir mi garantía
                <Icon name="arrow-right" />
              </LinkButton>
            </p>
            <p className="mt-4 text-sm text-on-deep-soft">
              Sin crear una cuenta. Si te falta un dato, guardas y sigues después.
            </p>
            <p className="mt-1 text-sm">
              <a href="/licitaciones" className="inline-flex min-h-11 items-center text-on-deep">
                Ver licitaciones abiertas
              </a>
            </p>
          </div>
          <SampleRequest />
        </div>
      </Container>
    </section>
  );
}
