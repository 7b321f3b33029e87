import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { findVisitor } from '#app/_lib/page-user.ts';
import { Calculator } from '#components/contact/calculator.tsx';
import { DocumentsToGather, ExpertHero, LawToday } from '#components/contact/expert-guide.tsx';
import { FreeHours } from '#components/contact/free-hours.tsx';
import { GuaranteeTypes } from '#components/home/guarantee-types.tsx';
import { HomeSection } from '#components/home/home-section.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { listFreeHours } from '#lib/domain/bookings/free-hours.ts';
import { findUtm } from '#lib/domain/law/utm.ts';
import { bookingLink, bookingNotice } from '#lib/domain/requests/leads/view.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { now } from '#lib/platform/process/clock.ts';

const title = 'Guía para contratistas';
const description =
  'Qué garantías te pueden pedir en una licitación pública, cuánto, hasta cuándo y qué documentos reunir. Con una calculadora según la ley vigente.';

export const generateMetadata = pageMetadata(title, {
  description,
  openGraph: { title, description, url: '/experto' },
  alternates: { canonical: '/experto' },
});

export default async function ExpertPage(props: PageProps<'/experto'>) {
  const { query } = await readPageQuery(props);
  const { company, examplePrices, utm } = getEnv();
  const visitor = await findVisitor();
  const bookingUrl = bookingLink(visitor ? { email: visitor.email } : {});
  const freeHours = await listFreeHours(now());
  const hasHours = freeHours.days.length > 0;
  return (
    <>
      <ExpertHero />
      <HomeSection
        id="calculadora"
        title="¿Qué garantía me van a pedir?"
        intro="Para licitaciones públicas y contratos privados. Responde lo que sepas: nada de esto queda guardado."
      >
        <Calculator
          query={query}
          utm={findUtm(utm, isoDay(now()))}
          prices={examplePrices}
          issueDays={company.issueDays}
        />
      </HomeSection>
      <LawToday />
      <GuaranteeTypes prices={examplePrices} />
      <DocumentsToGather />
      <HomeSection
        id="consulta"
        title="Cuéntanos tu caso"
        intro="Un asesor lo mira contigo: qué te piden, cuánto falta y por dónde partir. Consultar no te compromete."
      >
        {bookingUrl && hasHours && (
          <div className="mb-8 max-w-text border-b border-line pb-6">
            <p>
              <UnbrokenText
                text={`Toma una hora libre: son las próximas, en hora de Chile. ${bookingNotice}`}
              />
            </p>
            <FreeHours bookingUrl={bookingUrl} {...freeHours} />
          </div>
        )}
        {hasHours && <p className="mb-4">¿Prefieres que te escribamos o te llamemos?</p>}
        <LinkButton href="/asesor" wide>
          Habla con un asesor
          <Icon name="arrow-right" />
        </LinkButton>
      </HomeSection>
    </>
  );
}
