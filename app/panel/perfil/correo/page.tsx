import { redirect } from 'next/navigation';
import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { AnotherCode } from '#components/account/another-code.tsx';
import { CodeField } from '#components/account/code-field.tsx';
import { EmailField } from '#components/account/email-field.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { findPendingChange } from '#lib/domain/accounts/reads/email-changes.ts';
import { EMAIL_CHANGE_MS } from '#lib/domain/accounts/rules.ts';
import type { verificationBody } from '#lib/domain/accounts/schema.ts';
import { secondsToWait } from '#lib/domain/accounts/view.ts';

const PAGE = '/panel/perfil/correo';

export const generateMetadata = pageMetadata('Cambiar correo');

/** Asks for the new e-mail, and then for the code that was mailed to it. */
export default async function EmailPage(props: PageProps<'/panel/perfil/correo'>) {
  const { accountId, email, role, now } = await requirePageUser();
  if (role === 'admin') redirect('/panel/perfil');
  const { problem, values, errors } = await readPageQuery(props);
  const field = formFields<typeof verificationBody>({ values, errors });
  const pendingChange = await findPendingChange(accountId, now);
  if (!pendingChange) await requirePageUser({ sudo: true });
  const sentAt = pendingChange ? String(pendingChange.endsAt - EMAIL_CHANGE_MS) : '';
  const strong = (text: string) => (
    <strong className="font-semibold wrap-anywhere text-ink">{text}</strong>
  );
  const intro = pendingChange ? (
    <>Te enviamos un código a {strong(pendingChange.email)}.</>
  ) : (
    <>
      Tu correo es {strong(email)}. Enviaremos un código al nuevo: hasta que lo escribas, nada
      cambia.
    </>
  );
  return (
    <div className="max-w-text">
      <BackLink href="/panel/perfil" label="Volver al perfil" />
      <PageHeading intro={intro}>Cambiar correo</PageHeading>
      <ProblemNotice problem={problem} />
      {pendingChange ? (
        <>
          <Form action={`${PAGE}/confirmar`} className="grid gap-6">
            <HiddenField<typeof verificationBody> name="email" value={pendingChange.email} />
            <CodeField {...field('code')} />
            <p>
              Al cambiarlo se cierran tus otras sesiones, y avisamos a {strong(email)}. Tus
              solicitudes, garantías y pagos siguen en tu cuenta.
            </p>
            <div className="grid justify-items-start gap-3">
              <Button wide>Cambiar correo</Button>
              <AnotherCode waitSeconds={secondsToWait(sentAt, now)} action={`${PAGE}/pedir`} />
            </div>
          </Form>
          <Form action={`${PAGE}/cancelar`} className="mt-8">
            <Button variant="secondary" compact>
              Cancelar o usar otro correo
            </Button>
          </Form>
        </>
      ) : (
        <Form action={`${PAGE}/pedir`} className="grid gap-6">
          <EmailField label="Correo nuevo" {...field('email')} />
          <div>
            <Button wide>Enviarme un código</Button>
          </div>
        </Form>
      )}
    </div>
  );
}
