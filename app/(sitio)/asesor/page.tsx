import { findPageDraft } from '#app/_lib/page-draft.ts';
import { pageMetadata } from '#app/_lib/page-query.ts';
import { calculatorMessage } from '#app/(sitio)/_lib/calculator-message.ts';
import { readContactPage } from '#app/(sitio)/_lib/contact-page.ts';
import { ContactChoices } from '#components/contact/contact-choices.tsx';
import { ContactForm } from '#components/contact/contact-form.tsx';
import { FreeHours } from '#components/contact/free-hours.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Container } from '#components/ui/container.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { listFreeHours } from '#lib/domain/bookings/free-hours.ts';
import { adviceValues } from '#lib/domain/drafts/advice.ts';
import { nextPage } from '#lib/domain/drafts/rules.ts';
import { findDraftTender } from '#lib/domain/drafts/tender.ts';
import { wizardPath } from '#lib/domain/drafts/view.ts';
import { MESSAGE_FILES } from '#lib/domain/requests/applicant/message-files.ts';
import { answerChoices } from '#lib/domain/requests/leads/contact-schema.ts';
import { callOffer, closingChoiceOf } from '#lib/domain/requests/leads/rules.ts';
import { bookingLink, bookingNotice } from '#lib/domain/requests/leads/view.ts';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { now } from '#lib/platform/process/clock.ts';

export const generateMetadata = pageMetadata('Habla con un asesor', {
  description:
    'Cuéntanos de tu licitación o contrato y un asesor te orienta sobre la garantía que necesitas.',
});

export default async function AdvisorPage(props: PageProps<'/asesor'>) {
  const { query, problem, form } = await readContactPage(props);
  const { found: draft } = query.borrador ? await findPageDraft(query.borrador) : { found: null };
  const tender = draft && (await findDraftTender(draft.answers));
  const closing = closingChoiceOf(tender?.facts?.closesAt, now());
  const mensaje = calculatorMessage(query);
  const initialValues = {
    ...(mensaje && { mensaje }),
    ...(query.llamada && { respuesta_preferida: answerChoices[1] }),
    ...(draft && adviceValues(draft.answers)),
    ...(closing && { cuando_cierra: closing }),
  };
  const values = { ...initialValues, ...form.values };
  const { primer_nombre: name, correo: email, telefono: phone } = values;
  const bookingUrl = bookingLink({ name, email, phone });
  const freeHours = bookingUrl ? await listFreeHours(now()) : null;
  const hasHours = freeHours !== null && freeHours.days.length > 0;
  const choices = (
    <ContactChoices
      {...getEnv().company}
      now={now()}
      hours={hasHours ? (freeHours.about ?? '') : null}
    />
  );
  const hours = bookingUrl && hasHours && (
    <section id="hora" className="mb-8 scroll-mt-4 border-b border-line pb-6">
      <h2 className="text-lg">Toma una hora libre</h2>
      <p className="mt-2">{`Son las próximas, en hora de Chile. ${bookingNotice}`}</p>
      <FreeHours bookingUrl={bookingUrl} {...freeHours} about={undefined} />
    </section>
  );
  return (
    <Container width="form">
      <div className="pt-10 pb-16">
        <PageHeading intro="Un asesor te orienta: qué garantía es, qué documentos reunir y cómo seguir.">
          Habla con un asesor
        </PageHeading>
        {!problem && choices}
        {draft && !problem && (
          <div className="mb-8">
            <Notice>
              <p>
                Trajimos lo que respondiste hasta ahora. Tu borrador sigue guardado
                {uploadKinds.some((kind) => draft.answers[kind]) && ', con sus archivos'}:{' '}
                <a href={wizardPath({ ...nextPage(draft.answers), draft: query.borrador })}>
                  vuelve a él
                </a>{' '}
                cuando quieras.
              </p>
            </Notice>
          </div>
        )}
        {!problem && hours}
        <section id="formulario" className="scroll-mt-4">
          <h2 className="mb-6 text-lg">Que te escribamos o te llamemos</h2>
          <ProblemNotice problem={problem} />
          <ContactForm
            kind="asesor"
            {...form}
            values={values}
            files={{ name: MESSAGE_FILES, maxUploadMb: getEnv().maxUploadMb }}
            {...callOffer(now())}
            callNote="Si no eliges día ni hora, después puedes elegirlos en la página de tu asesoría."
          />
        </section>
        {problem && (
          <div className="mt-10 border-t border-line pt-6">
            {choices}
            {hours}
          </div>
        )}
        <p className="mt-10 border-t border-line pt-6">
          ¿Ya tienes los datos de la garantía?{' '}
          <a href="/gestiona-tu-garantia" className="inline-block py-1">
            Pídela directamente
          </a>
          : el asesor la recibe completa. ¿No sabes cuál te piden?{' '}
          <a href="/experto#calculadora" className="inline-block py-1">
            Averígualo en un minuto
          </a>
          .
        </p>
      </div>
    </Container>
  );
}
