import { contactFieldOrder, readContactPage } from '#app/_lib/contact-page.ts';
import { titled } from '#app/_lib/page-query.ts';
import { Calculator } from '#components/contact/calculator.tsx';
import { ContactForm } from '#components/contact/contact-form.tsx';
import { DocumentsToGather, ExpertHero, LawToday } from '#components/contact/expert-guide.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { GuaranteeTypes } from '#components/home/guarantee-types.tsx';
import { Section } from '#components/home/section.tsx';
import { Container } from '#components/ui/container.tsx';
import { getEnv } from '#lib/platform/config/env.ts';

const title = 'Guía para contratistas';
const description =
  'Qué garantías te pueden pedir en una licitación pública, cuánto, hasta cuándo y qué documentos reunir. Con una calculadora según la ley vigente.';

export const generateMetadata = titled(title, {
  description,
  openGraph: { title, description, url: '/experto' },
  alternates: { canonical: '/experto' },
});

export default async function ExpertPage(props: PageProps<'/experto'>) {
  const { query, problem, form } = await readContactPage(props);
  return (
    <>
      {problem && (
        <Container width="form">
          <div className="pt-8">
            <ProblemNotice problem={problem} order={contactFieldOrder} />
          </div>
        </Container>
      )}
      <ExpertHero />
      <Section
        id="calculadora"
        title="¿Qué garantía me van a pedir?"
        lead="Para licitaciones públicas. Responde lo que sepas: nada de esto queda guardado."
      >
        <Calculator query={query} />
      </Section>
      <LawToday />
      <GuaranteeTypes prices={getEnv().examplePrices} />
      <DocumentsToGather />
      <Section
        id="consulta"
        title="Cuéntanos tu caso"
        lead="Un asesor lo mira contigo: qué te piden, cuánto falta y por dónde partir. Consultar no te compromete."
        beside
      >
        <div className="max-w-form">
          <ContactForm kind="experto" {...form} />
        </div>
      </Section>
    </>
  );
}
