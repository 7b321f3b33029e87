import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { AccountFooter } from '#components/account/account-footer.tsx';
import { CodeField } from '#components/account/code-field.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { PasswordField } from '#components/forms/password-field.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Form } from '#components/ui/form.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { findAccountByEmail } from '#lib/domain/accounts/reads/accounts.ts';
import type { joinProofForm } from '#lib/domain/accounts/schema.ts';
import { JOIN_PAGE, parseGoogleJoin } from '#lib/http/accounts/google-cookie.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { now } from '#lib/platform/process/clock.ts';

export const generateMetadata = pageMetadata('Conecta Google con tu cuenta', {
  robots: { index: false },
});

/**
 * Shown after a login with Google when an account has the same e-mail but is not linked to Google
 * yet.
 */
export default async function JoinGooglePage(props: PageProps<'/login/google'>) {
  const { query, problem, errors } = await readPageQuery(props);
  const field = formFields<typeof joinProofForm>({ errors });
  const joining = parseGoogleJoin((await cookies()).get(cookieNames.googleJoin)?.value, now());
  const account = joining && (await findAccountByEmail(joining.email));
  if (!account) redirect('/register?error=csrf_invalid');
  const { email, passwordHash } = account;
  const wasSent = query.aviso === 'codigo';
  const formSearchParams = wasSent ? '?aviso=codigo' : '';
  return (
    <>
      <PageHeading
        intro={
          <>
            Ya hay una cuenta con{' '}
            <strong className="font-semibold break-words text-ink">{email}</strong>. Confirma una
            vez que es tuya; después ingresarás con Google.
          </>
        }
      >
        Conecta Google con tu cuenta
      </PageHeading>
      <ProblemNotice problem={problem} />
      {wasSent && !problem && (
        <DoneNotice>
          Te enviamos un código a ese correo. Si no llega pronto, revisa el spam.
        </DoneNotice>
      )}
      <Form action={`${JOIN_PAGE}/entrar${formSearchParams}`} className="grid gap-6">
        {passwordHash && !wasSent ? (
          <>
            <input type="text" hidden readOnly autoComplete="username" value={email} />
            <PasswordField
              {...field('password')}
              label="Contraseña de tu cuenta"
              autoComplete="current-password"
            />
          </>
        ) : (
          <CodeField {...field('code')} />
        )}
        <div className="grid justify-items-start gap-6">
          <Button wide>Conectar e ingresar</Button>
          <Button variant="secondary" compact formAction={`${JOIN_PAGE}/codigo${formSearchParams}`}>
            {wasSent ? 'Enviarme otro código' : 'Enviarme un código por correo'}
          </Button>
        </div>
      </Form>
      <AccountFooter>
        <a href="/login">Ingresar sin conectar Google</a>
      </AccountFooter>
    </>
  );
}
