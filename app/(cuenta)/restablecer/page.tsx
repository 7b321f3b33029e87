import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { formFields } from '#components/forms/form-fields.ts';
import { PasswordField } from '#components/forms/password-field.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { findOpenReset } from '#lib/domain/accounts/reads/accounts.ts';
import type { passwordResetBody } from '#lib/domain/accounts/schema.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { now } from '#lib/platform/process/clock.ts';

export const generateMetadata = pageMetadata('Elige una contraseña nueva', {
  robots: { index: false },
});

/** Moves the mailed token from the URL to a cookie, to keep it out of logs and the history. */
export default async function ResetPage(props: PageProps<'/restablecer'>) {
  const { query, problem, errors } = await readPageQuery(props);
  const field = formFields<typeof passwordResetBody>({ errors });
  if (query.token) redirect(`/restablecer/abrir?${new URLSearchParams({ token: query.token })}`);
  const reset = await findOpenReset((await cookies()).get(cookieNames.passwordReset)?.value, now());
  if (!reset) {
    return (
      <>
        <PageHeading intro="Los enlaces valen una hora y se usan una sola vez. Si pediste varios, cualquiera que siga vigente sirve.">
          Este enlace ya no sirve
        </PageHeading>
        <LinkButton href="/recuperar">Pedir otro enlace</LinkButton>
      </>
    );
  }
  return (
    <>
      <PageHeading intro="Al guardarla cerraremos todas tus sesiones y desconectaremos Google. Después ingresas con la nueva.">
        Elige una contraseña nueva
      </PageHeading>
      <ProblemNotice problem={problem} />
      <Form action="/restablecer/guardar" className="grid gap-6">
        <div>
          <p className="font-semibold">Cuenta</p>
          <p className="break-words">{reset.email}</p>
        </div>
        <input type="text" hidden readOnly autoComplete="username" value={reset.email} />
        <PasswordField
          {...field('password')}
          label="Contraseña nueva"
          hint="8 caracteres o más. Una frase corta es fácil de recordar y difícil de adivinar."
          autoComplete="new-password"
        />
        <div>
          <Button wide>Guardar contraseña</Button>
        </div>
      </Form>
    </>
  );
}
