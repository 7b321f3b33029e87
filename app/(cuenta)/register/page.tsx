import { redirect } from 'next/navigation';
import { pageCaptcha, pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { findPageUser } from '#app/_lib/page-user.ts';
import { AccountFooter } from '#components/account/account-footer.tsx';
import { GoogleButton } from '#components/account/google-button.tsx';
import { RegisterForm } from '#components/account/register-form.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { findInvitation } from '#lib/domain/accounts/companies/reads.ts';
import { parseInvitationToken } from '#lib/domain/accounts/companies/view.ts';
import { homeOf, safeNext, withNext } from '#lib/http/api/safe-next.ts';
import { isGoogleConfigured } from '#lib/platform/identity/google.ts';
import { ownerName } from '#lib/platform/mail/public-names.ts';
import { now } from '#lib/platform/process/clock.ts';

export const generateMetadata = pageMetadata('Crea tu cuenta');

/** A login with Google that failed returns here, with `?error=<code>`. */
export default async function RegisterPage(props: PageProps<'/register'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const next = values.next ?? query.next;
  const user = await findPageUser();
  if (user) redirect(safeNext(next, homeOf(user.role)));
  const token = parseInvitationToken(next);
  const foundInvitation = token && (await findInvitation(token, now()));
  const inviterName =
    foundInvitation && (ownerName(foundInvitation.company) ?? 'la empresa que te invita');
  return (
    <>
      <PageHeading
        intro={
          inviterName
            ? `Con ella entras a ${inviterName}. Tu nombre, una contraseña y un código que llega a tu correo.`
            : 'Te toma dos minutos: tus datos, una contraseña y un código que llega a tu correo.'
        }
      >
        Crea tu cuenta
      </PageHeading>
      <ProblemNotice problem={problem}>
        {problem?.code === 'email_taken' && (
          <p className="mt-2 flex flex-wrap gap-x-6">
            <a
              href={withNext(`/login?${new URLSearchParams({ email: values.email ?? '' })}`, next)}
            >
              Ingresar con ese correo
            </a>
            <a href="/recuperar">Recuperar la contraseña</a>
          </p>
        )}
      </ProblemNotice>
      {isGoogleConfigured() && <GoogleButton label="Crear cuenta con Google" next={next} />}
      <RegisterForm
        values={{ ...(query.email && { email: query.email }), ...values, next: next ?? '' }}
        errors={errors}
        captcha={await pageCaptcha('register')}
        isJoining={Boolean(foundInvitation)}
      />
      <AccountFooter>
        <p>
          ¿Ya tienes cuenta?{' '}
          <a href={withNext('/login', next)} className="inline-block py-2">
            Ingresa
          </a>
        </p>
      </AccountFooter>
    </>
  );
}
