import { redirect } from 'next/navigation';
import { findNotice, pageCaptcha, pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { findPageSession } from '#app/_lib/page-user.ts';
import { AccountFooter } from '#components/account/account-footer.tsx';
import { EmailField } from '#components/account/email-field.tsx';
import { GoogleButton } from '#components/account/google-button.tsx';
import { PasskeyForm } from '#components/account/passkey-form.tsx';
import { Captcha } from '#components/forms/captcha.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { PasswordField } from '#components/forms/password-field.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { roleCopy } from '#lib/domain/accounts/copy.ts';
import type { credentialsBody } from '#lib/domain/accounts/schema.ts';
import { verifyPath } from '#lib/domain/accounts/view.ts';
import { homeOf, safeNext, withNext } from '#lib/http/api/safe-next.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { isGoogleConfigured } from '#lib/platform/identity/google.ts';

/** Id of the form. The team's field refers to it, because it stands outside the form. */
const FORM = 'ingreso';

export const generateMetadata = pageMetadata('Ingresa');

export default async function LoginPage(props: PageProps<'/login'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const next = values.next ?? query.next;
  const user = await findPageSession();
  // The next page redirects again if this is an admin without a second factor.
  if (user) redirect(safeNext(next, homeOf(user.role)));
  const email = values.email ?? query.email;
  const notice = findNotice(notices, query);
  const isVerified = query.aviso === 'verificado';
  const captcha = await pageCaptcha('login');
  const field = formFields<typeof credentialsBody>({ values, errors });
  return (
    <>
      <PageHeading>Ingresa a tu cuenta</PageHeading>
      {!problem && (notice || next) && (
        <div className="mb-6">
          <Notice tone={notice ? 'success' : 'info'} role="status">
            <p>{notice ?? 'Ingresa para seguir a la página que querías ver.'}</p>
            {next?.startsWith('/pagar') && (
              <p>¿Te pedimos un pago por correo? Ábrelo con su enlace: no necesitas una cuenta.</p>
            )}
          </Notice>
        </div>
      )}
      <ProblemNotice problem={problem}>
        {problem?.code === 'email_not_verified' && email && (
          <p>
            <a href={withNext(verifyPath(email), next)}>Escribir el código o pedir otro</a>
          </p>
        )}
      </ProblemNotice>
      {isGoogleConfigured() && <GoogleButton label="Ingresar con Google" next={next} />}
      <Form id={FORM} action="/login/entrar" next={next} className="grid gap-6">
        <EmailField {...field('email', query.email)} />
        <PasswordField
          {...field('password')}
          label="Contraseña"
          autoComplete="current-password"
          autoFocus={isVerified && !problem && Boolean(email)}
        />
        <p className="-my-4">
          <a href="/recuperar" className="inline-block py-2">
            Olvidé mi contraseña
          </a>
        </p>
        {captcha && <Captcha {...captcha} />}
        <div>
          <Button wide>Ingresar</Button>
        </div>
      </Form>
      <div className="mt-6">
        <PasskeyForm
          action="/login/llave"
          label="Ingresar con una llave de acceso"
          next={next}
          variant="secondary"
        />
      </div>
      <AccountFooter>
        <p>
          ¿Es tu primera vez?{' '}
          <a href={withNext('/register', next)} className="inline-block py-2">
            Crea tu cuenta
          </a>
        </p>
        {/* Only the team chooses a profile, so the choice is folded away. */}
        <details open={Boolean(values.profile || errors.profile)}>
          <summary className="cursor-pointer py-1.5 text-sm text-ink-soft">
            Soy del equipo de {brand.name}
          </summary>
          <div className="mt-3">
            <SelectField
              {...field('profile')}
              form={FORM}
              label="Ingresar como"
              optional
              placeholder="El perfil de mi cuenta"
              options={Object.entries(roleCopy).map(([value, label]) => ({ value, label }))}
              width="medium"
            />
          </div>
        </details>
      </AccountFooter>
    </>
  );
}

const notices: Record<string, string> = {
  verificado: 'Tu correo está verificado. Escribe tu contraseña para ingresar.',
  contrasena: 'Cambiaste tu contraseña y cerramos todas tus sesiones. Ingresa con la nueva.',
  salida: 'Cerraste tu sesión en este dispositivo.',
  eliminada:
    'Eliminamos tu cuenta. De tus pagos queda lo que pide la ley; lo que enviaste y no pediste borrar, por los plazos de la política de privacidad.',
};
