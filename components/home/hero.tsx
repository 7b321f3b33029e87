import { Container } from '#components/ui/container.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { GuillocheBand } from '#components/ui/status-card.tsx';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';

/** `draft` is a request that this browser has not sent yet. */
export function Hero({ draft }: { draft: { title: string; href: string } | undefined }) {
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
            <p className="mt-4 max-w-text text-lg tracking-normal text-on-deep-soft">
              Responde unas preguntas, adjunta las bases o el contrato y envía. Recibes un número al
              momento, y un asesor revisa tu solicitud y te responde.
            </p>
            <p className="mt-8">
              <LinkButton href="/gestiona-tu-garantia" wide>
                Pedir mi garantía
                <Icon name="arrow-right" />
              </LinkButton>
            </p>
            {draft && (
              <p className="mt-3">
                <a href={draft.href} className="inline-flex min-h-11 items-center text-on-deep">
                  {`Sigue con tu borrador: ${draft.title}`}
                </a>
              </p>
            )}
            <p className="mt-4 text-sm text-on-deep-soft">
              Sin crear una cuenta. Si te falta un dato, guardas y sigues después.
            </p>
            <p className="mt-1 flex flex-wrap gap-x-6 text-sm">
              <a
                href="/experto#calculadora"
                className="inline-flex min-h-11 items-center text-on-deep"
              >
                ¿No sabes qué garantía te piden? Averígualo
              </a>
              <a href="/asesor" className="inline-flex min-h-11 items-center text-on-deep">
                Habla con un asesor
              </a>
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
    <figure className="receipt mx-auto w-full max-w-96 rounded-lg text-ink shadow-raised">
      <GuillocheBand />
      <div className="px-6 pt-4 pb-2">
        <figcaption className="text-sm text-ink-soft">Una solicitud de ejemplo</figcaption>
        <p className="mt-2 flex items-center gap-3 text-lg font-bold">
          <Icon name="check" className="size-8 text-success" />
          Tu garantía está lista
        </p>
        <p className="mt-2">
          {guaranteeTypeCopy.cumplimiento.label}
          <strong className="block whitespace-nowrap">$ 5.250.000</strong>
        </p>
      </div>
      <div className="perforation" aria-hidden="true" />
      <ol className="px-6 pb-4 text-sm">
        {sampleEvents.map(([event, day]) => (
          <li
            key={event}
            className="flex justify-between gap-4 border-b border-line py-2 last:border-b-0"
          >
            <span>{event}</span>
            <span className="whitespace-nowrap text-ink-soft">{day}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

const sampleEvents = [
  ['Emitida, PZ-3052', '04-03-2027'],
  ['Pagada', '03-03-2027'],
  ['Aceptada', '03-03-2027'],
  ['Recibida, N.º\u00a012', '02-03-2027'],
] as const;
