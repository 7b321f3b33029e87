import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { AccountFooter } from '#components/account/account-footer.tsx';
import { FactorCodeField } from '#components/account/code-field.tsx';
import { PasskeyForm } from '#components/account/passkey-form.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { findPendingLogin } from '#lib/domain/accounts/reads/accounts.ts';
import { readFactors } from '#lib/domain/factors/reads.ts';
import type { secondFactorForm } from '#lib/domain/factors/schema.ts';
import { withNext } from '#lib/http/api/safe-next.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { now } from '#lib/platform/process/clock.ts';

export const generateMetadata = pageMetadata('Confirma que eres tú', { robots: { index: false } });

/** Asks for the second factor after the password or Google. */
export default async function SecondStepPage(props: PageProps<'/login/segundo-paso'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const field = formFields<typeof secondFactorForm>({ errors });
  const next = values.next ?? query.next;
  const loginTicket = (await cookies()).get(cookieNames.loginStep)?.value;
  const ticket = await findPendingLogin(loginTicket, now());
  if (!ticket) redirect(withNext('/login?error=no_session', next));
  const { passkeys, totpSince } = await readFactors(ticket.account.id);
  const question = totpSince
    ? { hint: 'El de 6 números que muestra tu app, o uno de tus códigos de respaldo.' }
    : { label: 'Código de respaldo', hint: 'Uno de los que guardaste al agregar tu llave.' };
  const passkeyPart = passkeys.length > 0 && (
    <PasskeyForm
      action="/login/segundo-paso/entrar"
      label="Usar mi llave de acceso"
      next={next}
      {...(totpSince && { variant: 'secondary' })}
    />
  );
  return (
    <>
      <PageHeading intro="Falta un paso para ingresar a tu cuenta.">
        Confirma que eres tú
      </PageHeading>
      <ProblemNotice problem={problem} />
      {!totpSince && passkeyPart && <div className="mb-8">{passkeyPart}</div>}
      <Form action="/login/segundo-paso/entrar" next={next} className="grid gap-6">
        <FactorCodeField {...question} {...field('code')} />
        <div>
          <Button wide {...(!totpSince && { variant: 'secondary' })}>
            Ingresar
          </Button>
        </div>
      </Form>
      {totpSince && passkeyPart && <div className="mt-6">{passkeyPart}</div>}
      <AccountFooter>
        <details>
          <summary className="cursor-pointer py-2">Perdí mi teléfono</summary>
          <p className="mt-2">
            Usa uno de los códigos de respaldo que guardaste. Si no los tienes, escríbenos desde{' '}
            <a href="/contacto">Contacto</a>: comprobamos quién eres antes de quitar este paso, y te
            avisamos por correo.
          </p>
        </details>
        <p>
          <a href={withNext('/login', next)} className="inline-block py-2">
            Ingresar con otra cuenta
          </a>
        </p>
      </AccountFooter>
    </>
  );
}
