import { pageCaptcha, pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { AccountFooter } from '#components/account/account-footer.tsx';
import { EmailField } from '#components/account/email-field.tsx';
import { LocalMailText } from '#components/account/local-mail-text.tsx';
import { Captcha } from '#components/forms/captcha.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { RESET_MINUTES } from '#lib/domain/accounts/rules.ts';
import type { emailBody } from '#lib/domain/accounts/schema.ts';
import { findMailbox } from '#lib/platform/mail/client.ts';

export const generateMetadata = pageMetadata('Recupera tu contraseña');

/** Shows the same reply for every e-mail, so that nobody learns which ones have accounts. */
export default async function RecoverPage(props: PageProps<'/recuperar'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const field = formFields<typeof emailBody>({ values, errors });
  const captcha = await pageCaptcha('forgot-password');
  return (
    <>
      <PageHeading intro="Te enviaremos un enlace para elegir una contraseña nueva. Hasta que lo uses, la actual sigue sirviendo.">
        Recupera tu contraseña
      </PageHeading>
      <ProblemNotice problem={problem} />
      {query.enviado && !problem ? (
        <Sent />
      ) : (
        <Form action="/recuperar/enviar" className="grid gap-6">
          <EmailField label="El correo de tu cuenta" {...field('email', query.email)} />
          {captcha && <Captcha {...captcha} />}
          <div>
            <Button wide>Enviarme el enlace</Button>
          </div>
        </Form>
      )}
      <AccountFooter>
        <p>
          <a href="/login" className="inline-block py-2">
            Volver a ingresar
          </a>
        </p>
      </AccountFooter>
    </>
  );
}

function Sent() {
  return (
    <>
      <Notice tone="success" role="status" title="Revisa tu correo">
        <p>
          Si hay una cuenta con esa dirección, el enlace va en camino. Vale {RESET_MINUTES} minutos
          y se usa una sola vez.
        </p>
      </Notice>
      <section className="mt-8">
        <h2 className="text-lg">¿No te llega?</h2>
        <ul className="mt-2 grid list-disc gap-1.5 pl-5">
          <li>Puede tardar unos minutos. Revisa también la carpeta de spam.</li>
          <li>Puede que tu cuenta tenga otro correo: prueba con el que usas en tu empresa.</li>
          <li>Si pides más de tres enlaces en una hora, espera un poco: no enviamos más.</li>
          {findMailbox() && (
            <li>
              <LocalMailText />
            </li>
          )}
        </ul>
        <p className="mt-4">
          <a href="/recuperar" className="inline-block py-2">
            Probar con otro correo
          </a>
        </p>
      </section>
    </>
  );
}
