import { HomeSection } from '#components/home/home-section.tsx';
import { Container } from '#components/ui/container.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { lawCitation, servicesCopy, utmText } from '#lib/domain/law/copy.ts';
import { procurementLaw } from '#lib/domain/law/rules.ts';
import { formatDate } from '#lib/platform/chile/format.ts';

export function ExpertHero() {
  return (
    <section className="on-deep">
      <Container>
        <div className="items-end justify-between gap-12 py-10 lg:flex">
          <div className="max-w-text">
            <h1 className="text-3xl">Que la garantía no te deje fuera del contrato</h1>
            <p className="mt-5 text-lg text-on-deep-soft">
              Cuando te adjudican, el plazo para entregar la garantía suele ser corto. Averigua hoy
              cuál te van a pedir, reúne los documentos y conversa tu caso con un asesor.
            </p>
          </div>
          <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 lg:mt-0 lg:shrink-0">
            <LinkButton href="#calculadora" wide>
              Ver qué me van a pedir
              <Icon name="arrow-right" />
            </LinkButton>
            <a href="/asesor" className="inline-flex min-h-11 items-center text-on-deep">
              Habla con un asesor
            </a>
          </p>
        </div>
      </Container>
    </section>
  );
}

export function LawToday() {
  return (
    <HomeSection
      id="ley"
      title="Qué dice la ley hoy"
      intro="Las reglas cambiaron en diciembre de 2024. Si te citan tramos distintos, pueden ser los de antes."
      raised
    >
      <ul className="grid gap-6 md:grid-cols-3">
        {rules.map(({ title, text }) => (
          <li key={title} className="border-t-2 border-copper pt-4">
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1.5 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-8 max-w-text text-sm text-ink-soft">
        Fuente: <a href={lawCitation.href}>{lawCitation.text}</a>. {lawCitation.checked}. El detalle
        está en su reglamento, el{' '}
        <a href="https://www.bcn.cl/leychile/navegar?idNorma=1209290">
          Decreto 661 de 2024 del Ministerio de Hacienda
        </a>
        . Entre privados no hay tramos: manda el contrato. Si te adelantan dinero, suelen pedir una
        garantía de anticipo; si retienen parte de cada pago, el canje de retenciones te lo
        devuelve.
      </p>
    </HomeSection>
  );
}

const { seriedad, cumplimiento } = procurementLaw;

const rules = [
  {
    title: 'Seriedad de la oferta',
    text: `Es la excepción: solo en licitaciones sobre ${utmText(seriedad.aboveUtm)}, por razones de interés público y hasta el ${seriedad.maxPercent} % del monto. Antes se veía desde 2.000 UTM.`,
  },
  {
    title: 'Fiel cumplimiento',
    text: `Se exige en contrataciones sobre ${utmText(cumplimiento.aboveUtm)}: ${cumplimiento.percent} % del precio final neto adjudicado. Hasta ese monto, solo con fundamento en el riesgo.`,
  },
  { title: 'Si es un servicio', text: servicesCopy },
];

/** Lists what issuers usually require, with the sources. */
export function DocumentsToGather() {
  return (
    <HomeSection
      id="papeles"
      title="Qué documentos conviene reunir"
      intro="Quien emite la garantía evalúa a tu empresa. Con la carpeta lista, respondes rápido cuando te adjudican."
      raised
    >
      <ul className="grid gap-x-8 gap-y-3 md:grid-cols-2">
        {documents.map((document) => (
          <li key={document} className="flex gap-3">
            <Icon name="file" className="mt-1 size-5 text-copper" />
            {document}
          </li>
        ))}
      </ul>
      <p className="mt-8 max-w-text text-sm text-ink-soft">
        Es una lista de referencia: cada emisor pide la suya. Fuentes, consultadas el{' '}
        {formatDate(procurementLaw.checkedOn)}:{' '}
        <a href="https://segurosbsn.cl/?p=10071">la carpeta de riesgo que publica un corredor</a>, y
        ChileAtiende para la vigencia de la{' '}
        <a href="https://www.chileatiende.gob.cl/fichas/13490">carpeta tributaria</a> y del{' '}
        <a href="https://www.chileatiende.gob.cl/fichas/4534">certificado de vigencia</a>.
      </p>
    </HomeSection>
  );
}

const documents = [
  'Las bases o el ID de la licitación, con el monto, la vigencia y la glosa que exigen.',
  'Carpeta tributaria electrónica. Quien la recibe puede abrirla durante 90 días.',
  'Formulario 22 de los dos últimos años y Formulario 29 de los últimos doce meses.',
  'Balance general y estado de resultados.',
  'Constitución de la sociedad, sus modificaciones y extractos del Diario Oficial.',
  'Certificado de vigencia de la sociedad, que vale 60 días hábiles; algunos emisores lo piden más reciente.',
  'Poderes vigentes y cédula de quienes representan a la empresa.',
  'e-RUT de la empresa.',
];
