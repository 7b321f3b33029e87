import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { findPageMember } from '#app/page-member.ts';
import { type PageProps, pageCaptcha, readPageQuery, titleOf } from '#app/page-query.ts';
import { AccountPage } from '#components/account/account-page.tsx';
import { GoogleButton } from '#components/account/google-button.tsx';
import { RegisterForm } from '#components/account/register-form.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { googleConfigured } from '#lib/platform/identity/google.ts';

const fieldOrder = ['role', 'razonSocial', 'rut', 'name', 'email', 'password', 'acepto'];

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  return titleOf('Crea tu cuenta', (await readPageQuery(props)).problem);
}

/** Also where a login by Google that failed comes back to, with `?error=<code>`. */
export default async function RegisterPage(props: PageProps) {
  if (await findPageMember()) redirect('/panel');
  const { problem, values, errors } = await readPageQuery(props);
  return (
    <AccountPage
      footer={
        <p>
          ¿Ya tienes cuenta?{' '}
          <a href="/login" className="inline-block py-2">
            Ingresa
          </a>
        </p>
      }
    >
      <PageHeading lead="Te toma dos minutos: tus datos, una contraseña y un código que llega a tu correo.">
        Crea tu cuenta
      </PageHeading>
      <ProblemNotice problem={problem} order={fieldOrder}>
        {problem?.code === 'email_taken' && (
          <p className="mt-2 flex flex-wrap gap-x-6">
            <a href={`/login?${new URLSearchParams({ email: values.email ?? '' })}`}>
              Ingresar con ese correo
            </a>
            <a href="/recuperar">Recuperar la contraseña</a>
          </p>
        )}
      </ProblemNotice>
      {googleConfigured() && <GoogleButton label="Crear cuenta con Google" />}
      <RegisterForm values={values} errors={errors} captcha={await pageCaptcha()} />
    </AccountPage>
  );
}
