import { Mark } from '#components/site/mark.tsx';
import { Container } from '#components/ui/container.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';

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

function SampleRequest() {
  return (
    <figure className="mx-auto w-full max-w-96 receipt text-ink">
      <figcaption className="flex items-center justify-between gap-4 px-6 pt-5 pb-4">
        <span className="font-semibold">Solicitud de ejemplo</span>
        <Mark className="size-8" />
      </figcaption>
      <div className="perforation" aria-hidden="true" />
      <dl className="grid gap-3 px-6 pt-3 pb-4">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

const rows = [
  ['Garantía', guaranteeTypeCopy.cumplimiento.label],
  ['Licitación', '1234-56-LP26'],
  ['Monto', '$ 5.250.000'],
  ['Vigencia', '01-03-2027 al 31-01-2028'],
] as const;
