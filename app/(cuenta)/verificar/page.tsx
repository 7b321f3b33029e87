import { pageCaptcha, pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { AccountFooter } from '#components/account/account-footer.tsx';
import { AnotherCode } from '#components/account/another-code.tsx';
import { CodeField } from '#components/account/code-field.tsx';
import { EmailField } from '#components/account/email-field.tsx';
import { LocalMailText } from '#components/account/local-mail-text.tsx';
import { Captcha } from '#components/forms/captcha.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { CODE_MINUTES } from '#lib/domain/accounts/rules.ts';
import type { verificationBody } from '#lib/domain/accounts/schema.ts';
import { secondsToWait } from '#lib/domain/accounts/view.ts';
import { withNext } from '#lib/http/api/safe-next.ts';
import { findMailbox } from '#lib/platform/mail/client.ts';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';
import { now } from '#lib/platform/process/clock.ts';

export const generateMetadata = pageMetadata('Verifica tu correo');

export default async function VerifyPage(props: PageProps<'/verificar'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const email = values.email ?? query.email;
  const field = formFields<typeof verificationBody>({ values, errors });
  const suggestion = suggestEmail(email);
  const sentAt = values.desde ?? query.desde;
  const next = values.next ?? query.next;
  const waitSeconds = secondsToWait(sentAt, now());
  const captcha = await pageCaptcha('verify');
  return (
    <>
      <PageHeading
        intro={
          email ? (
            <>
              Enviamos un código de 6 caracteres a{' '}
              <strong className="font-semibold break-words text-ink">{email}</strong>.
            </>
          ) : (
            'Escribe tu correo y el código de 6 caracteres que te enviamos.'
          )
        }
      >
        Verifica tu correo
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
        {problem?.code === 'account_not_found' && (
          <p>
            <a href={withNext('/register', next)}>Crear una cuenta con ese correo</a>
          </p>
        )}
      </ProblemNotice>
      {/* Enter presses the first button, which verifies. The second one requests another code. */}
      <Form action="/verificar/confirmar" next={next} className="grid gap-6">
        {email && !errors.email ? (
          <HiddenField<typeof verificationBody> name="email" value={email} />
        ) : (
          <EmailField {...field('email', query.email)} />
        )}
        {sentAt && <input type="hidden" name="desde" value={sentAt} />}
        <CodeField {...field('code')} />
        {captcha && <Captcha {...captcha} />}
        <div className="grid justify-items-start gap-3">
          <Button wide>Verificar</Button>
          <AnotherCode waitSeconds={waitSeconds} action="/verificar/reenviar" />
        </div>
      </Form>
      <LateMail />
      <AccountFooter>
        <p>
          {suggestion ? `¿Quisiste decir ${suggestion}?` : '¿Escribiste mal tu correo?'}{' '}
          <a href={withNext('/register', next)} className="inline-block py-2">
            Crea la cuenta otra vez
          </a>
        </p>
      </AccountFooter>
    </>
  );
}

function LateMail() {
  return (
    <section className="mt-10 rounded-lg bg-sunken p-5">
      <h2 className="text-lg">¿No te llega?</h2>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5">
        <li>Puede tardar unos minutos. Tu registro ya quedó guardado.</li>
        <li>Revisa la carpeta de spam o de correo no deseado.</li>
        <li>
          Cada código vale {CODE_MINUTES} minutos. Si llegó tarde, pide otro y usa el más reciente.
        </li>
        <li>
          Puedes cerrar esta página: cuando ingreses con tu contraseña te pediremos el código.
        </li>
        {findMailbox() && (
          <li>
            <LocalMailText />
          </li>
        )}
      </ul>
    </section>
  );
}
