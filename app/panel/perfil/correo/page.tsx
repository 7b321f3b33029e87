import { redirect } from 'next/navigation';
import { getPageMember } from '#app/_lib/page-member.ts';
import { readPageQuery, titled } from '#app/_lib/page-query.ts';
import { AnotherCode } from '#components/account/another-code.tsx';
import { CodeField } from '#components/account/code-field.tsx';
import { EmailField } from '#components/account/email-field.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Form } from '#components/ui/form.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { findPendingChange } from '#lib/domain/accounts/email-reads.ts';
import { EMAIL_CHANGE_MS } from '#lib/domain/accounts/rules.ts';
import { secondsToWait } from '#lib/domain/accounts/view.ts';

const PAGE = '/panel/perfil/correo';

export const generateMetadata = titled('Cambiar correo');

/** Asks for the new address, then for the code that went there. `?otro=1` goes back to the first. */
export default async function EmailPage(props: PageProps<'/panel/perfil/correo'>) {
  const member = await getPageMember(PAGE);
  if (member.role === 'admin') redirect('/panel/perfil');
  const { query, problem, values, errors } = await readPageQuery(props);
  const pending = await findPendingChange(member.accountId, member.now);
  const sentAt = pending && String(pending.endsAt - EMAIL_CHANGE_MS);
  const isSent = pending !== null && !query.otro && !values.email;
  if (!isSent) await getPageMember(PAGE, { sudo: true });
  const strong = (email: string) => (
    <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>
  );
  return (
    <div className="max-w-text">
      <BackLink href="/panel/perfil" label="Volver al perfil" />
      <PageHeading
        lead={
          isSent ? (
            <>Te enviamos un código a {strong(pending.email)}.</>
          ) : (
            <>
              Tu correo es {strong(member.email)}. Enviaremos un código al nuevo: hasta que lo
              escribas, nada cambia.
            </>
          )
        }
      >
        Cambiar correo
      </PageHeading>
      {query.aviso === 'reenviado' && !problem && (
        <DoneNotice>
          Te enviamos otro código. Usa el último: los anteriores ya no sirven.
        </DoneNotice>
      )}
      <ProblemNotice problem={problem}>
        {problem?.code === 'invalid_code' && (
          <p>Cópialo del último correo que te enviamos, o pide otro más abajo.</p>
        )}
      </ProblemNotice>
      {isSent ? (
        <>
          <Form action={`${PAGE}/confirmar`} className="grid gap-6">
            <CodeField error={errors.code} />
            <p>
              Al cambiarlo se cierran tus otras sesiones, y avisamos a {strong(member.email)}. Tus
              solicitudes, garantías y pagos siguen en tu cuenta.
            </p>
            <div className="grid justify-items-start gap-3">
              <Button wide>Cambiar correo</Button>
              <AnotherCode wait={secondsToWait(sentAt, member.now)} action={`${PAGE}/reenviar`} />
            </div>
          </Form>
          <Form action={`${PAGE}/cancelar`} className="mt-8 flex flex-wrap items-center gap-x-6">
            <a href={`${PAGE}?otro=1`} className="inline-block py-2">
              Usar otro correo
            </a>
            <Button variant="quiet" compact>
              Cancelar el cambio
            </Button>
          </Form>
        </>
      ) : (
        <Form action={`${PAGE}/pedir`} className="grid gap-6">
          <EmailField label="Correo nuevo" value={values.email} error={errors.email} />
          <div>
            <Button wide>Enviarme un código</Button>
          </div>
        </Form>
      )}
    </div>
  );
}
