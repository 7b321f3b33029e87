import { pageMetadata } from '#app/_lib/page-query.ts';
import { readContactPage } from '#app/(sitio)/_lib/contact-page.ts';
import { ContactForm } from '#components/contact/contact-form.tsx';
import { TeamContact } from '#components/contact/team-contact.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Container } from '#components/ui/container.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { parseVerificationCode } from '#lib/domain/issued-guarantees/rules.ts';
import { groupedCode } from '#lib/domain/issued-guarantees/view.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { now } from '#lib/platform/process/clock.ts';

export const generateMetadata = pageMetadata('Contacto', {
  description: 'Escríbenos: te responde una persona que sabe de garantías.',
});

export default async function ContactPage(props: PageProps<'/contacto'>) {
  const { query, problem, form } = await readContactPage(props);
  const code = parseVerificationCode(query.codigo ?? '');
  const mensaje = code ? `Sobre la garantía con el código ${groupedCode(code)}: ` : '';
  const values = { ...(mensaje && { mensaje }), ...form.values };
  return (
    <Container width="form">
      <div className="pt-10 pb-16">
        <PageHeading intro="Pregunta lo que necesites sobre Resguardo o sobre una solicitud. Te responde una persona.">
          Contacto
        </PageHeading>
        <div className="-mt-4 mb-8">
          <TeamContact {...getEnv().company} payByText="Si prefieres no esperar," now={now()} />
        </div>
        <ProblemNotice problem={problem} />
        <ContactForm kind="contacto" {...form} values={values} />
        <section className="mt-12 border-t border-line pt-6">
          <h2 className="text-lg">¿Buscas otra cosa?</h2>
          <ul className="mt-2 grid list-disc gap-1 pl-5">
            <li>
              <a href="/gestiona-tu-garantia" className="inline-block py-1">
                Pedir una garantía
              </a>
            </li>
            <li>
              <a href="/asesor" className="inline-block py-1">
                Hablar con un asesor
              </a>
            </li>
            <li>
              <a href="/experto#calculadora" className="inline-block py-1">
                Leer la guía para contratistas
              </a>
            </li>
          </ul>
        </section>
      </div>
    </Container>
  );
}
