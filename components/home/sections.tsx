import { type Contact, TeamContact } from '#components/contact/team-contact.tsx';
import { HomeSection } from '#components/home/home-section.tsx';
import { Container } from '#components/ui/container.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { workingHoursText } from '#lib/platform/chile/format.ts';

type BehindProps = { owner?: string | undefined; answerHours?: number | undefined };

/** Shows who runs the service and how fast it answers, if that is configured. */
export function AboutUs({ owner, answerHours }: BehindProps) {
  if (!owner && !answerHours) return null;
  return (
    <Container>
      <div className="grid gap-x-8 gap-y-3 py-8 md:auto-cols-fr md:grid-flow-col">
        {answerHours && (
          <p className="flex gap-3">
            <Icon name="clock" className="mt-0.5 size-6 text-copper" />
            <span>
              Un asesor te responde en <strong>{workingHoursText(answerHours)}</strong> o menos, de
              lunes a viernes.
            </span>
          </p>
        )}
        {owner && (
          <p className="flex gap-3">
            <Icon name="cumplimiento" className="mt-0.5 size-6 text-copper" />
            <span className="min-w-0">{owner}</span>
          </p>
        )}
      </div>
    </Container>
  );
}

export function HowItWorks() {
  return (
    <HomeSection
      id="como-funciona"
      title="Cómo funciona"
      intro="Cuatro etapas, una pregunta a la vez. Antes de enviar revisas y corriges todo."
      raised
    >
      <ol className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="border-t-2 border-copper pt-4">
            <p className="text-sm font-semibold text-copper">Etapa {index + 1}</p>
            <h3 className="mt-1 text-lg">{title}</h3>
            <p className="mt-1.5 text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
    </HomeSection>
  );
}

const steps = [
  {
    title: 'Di para qué es',
    text: 'Una licitación de Mercado Público, con su ID, o un contrato entre privados.',
  },
  {
    title: 'Agrega tus garantías',
    text: 'Tipo, monto, moneda y vigencia de cada una. Caben varias en la misma solicitud.',
  },
  {
    title: 'Adjunta y revisa',
    text: 'Suma las bases o el contrato si los tienes, y mira tus respuestas en una sola página.',
  },
  {
    title: 'Envía y guarda tu número',
    text: 'Te llega un comprobante por correo. Un asesor toma la solicitud y se comunica contigo.',
  },
];

export function Audience() {
  return (
    <HomeSection id="para-quien" title="Para quién es y qué conviene tener a mano" raised>
      <div className="grid gap-8 md:grid-cols-2 lg:gap-20">
        <List title="Te sirve si" icon="check" items={audience} />
        <List title="Ten a mano" icon="file" items={atHand} />
      </div>
    </HomeSection>
  );
}

type ListProps = { title: string; icon: 'check' | 'file'; items: readonly string[] };

function List({ title, icon, items }: ListProps) {
  return (
    <div>
      <h3 className="text-lg">{title}</h3>
      <ul className="mt-4 grid gap-3">
        {items.map((item) => (
          <li key={item} className="flex gap-3">
            <Icon name={icon} className="mt-1 size-5 text-copper" />
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}

const audience = [
  'Vas a ofertar en Mercado Público y las bases piden garantía de seriedad.',
  'Te adjudicaron y debes garantizar el cumplimiento o el anticipo.',
  'Tienes un contrato con un mandante privado que exige garantías.',
  'Quieres recuperar tus retenciones o financiar el contrato.',
];

const atHand = [
  'El ID de la licitación, o los datos del mandante.',
  'El RUT y la dirección de tu empresa.',
  'El monto, la moneda y las fechas de vigencia que te exigen.',
  'Las bases o el contrato, en PDF, Word, Excel o imagen. Es opcional.',
];

export function ClosingCall(contact: Contact & { now: number }) {
  return (
    <section className="on-deep">
      <Container>
        <div className="flex flex-wrap items-center justify-between gap-6 py-12">
          <div>
            <h2 className="text-xl">¿Se acerca el cierre? Deja tu solicitud hoy.</h2>
            <TeamContact
              {...contact}
              payByText="Si cierra en menos de 48 horas,"
              link="inline-block py-1 text-on-deep"
            />
          </div>
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
