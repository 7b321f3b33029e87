import { type PageProps, pageCaptcha, readPageQuery, titled } from '#app/page-query.ts';
import { AccountFooter } from '#components/account/account-footer.tsx';
import { LateMail } from '#components/account/late-mail.tsx';
import { VerifyForm } from '#components/account/verify-form.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { secondsToWait } from '#lib/domain/accounts/view.ts';
import { withNext } from '#lib/http/safe-next.ts';
import { now } from '#lib/platform/clock.ts';
import { meantEmail } from '#lib/platform/email-slips.ts';
import { findMailbox } from '#lib/platform/mail/open.ts';

export const generateMetadata = titled('Verifica tu correo');

export default async function VerifyPage(props: PageProps) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const email = values.email ?? query.email;
  const meant = meantEmail(email);
  const desde = values.desde ?? query.desde;
  const next = values.next ?? query.next;
  return (
    <>
      <PageHeading
        lead={
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
      <VerifyForm
        email={email}
        desde={desde}
        next={next}
        secondsToWait={secondsToWait(desde, now())}
        errors={errors}
        captcha={await pageCaptcha('verify')}
      />
      <LateMail local={findMailbox() !== null} />
      <AccountFooter>
        <p>
          {meant ? `¿Quisiste decir ${meant}?` : '¿Escribiste mal tu correo?'}{' '}
          <a href={withNext('/register', next)} className="inline-block py-2">
            Crea la cuenta otra vez
          </a>
        </p>
      </AccountFooter>
    </>
  );
}
