import { redirect } from 'next/navigation';
import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { findPageSession } from '#app/_lib/page-user.ts';
import { AccountFooter } from '#components/account/account-footer.tsx';
import { CodeField, FactorCodeField } from '#components/account/code-field.tsx';
import { PasskeyForm } from '#components/account/passkey-form.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { PasswordField } from '#components/forms/password-field.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Form } from '#components/ui/form.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { getAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { CONFIRM_IDENTITY_PAGE } from '#lib/domain/accounts/rules.ts';
import { readFactors } from '#lib/domain/factors/reads.ts';
import type { proofForm } from '#lib/domain/factors/schema.ts';
import { safeNext, withNext } from '#lib/http/api/safe-next.ts';

export const generateMetadata = pageMetadata('Confirma que eres tú', { robots: { index: false } });

/**
 * Asks again for the password or second factor before a sensitive action. The proof holds for 15
 * minutes.
 */
export default async function ProofPage(props: PageProps<'/confirmar'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const field = formFields<typeof proofForm>({ errors });
  const next = safeNext(values.next ?? query.next);
  const user = await findPageSession();
  if (!user) return redirect(withNext('/login', withNext(CONFIRM_IDENTITY_PAGE, next)));
  const { passwordHash } = await getAccount(user.accountId);
  const { passkeys, totpSince } = await readFactors(user.accountId);
  const isByMail = !passwordHash && !totpSince && passkeys.length === 0;
  const wasSent = query.aviso === 'codigo';
  const formSearchParams = `?${new URLSearchParams({ ...(wasSent && { aviso: 'codigo' }), next })}`;
  return (
    <>
      <PageHeading intro="Por seguridad, lo pedimos otra vez antes de seguir. Aún no hicimos ningún cambio.">
        Confirma que eres tú
      </PageHeading>
      <ProblemNotice problem={problem} />
      {wasSent && !problem && (
        <DoneNotice>
          Te enviamos un código a {user.email}. Si no llega pronto, revisa el spam.
        </DoneNotice>
      )}
      <div className="grid gap-8">
        {passkeys.length > 0 && (
          <PasskeyForm
            action={`/confirmar/seguir${formSearchParams}`}
            label="Usar mi llave de acceso"
            next={next}
            variant="secondary"
          />
        )}
        {(passwordHash || totpSince || isByMail) && (
          <Form action={`/confirmar/seguir${formSearchParams}`} next={next} className="grid gap-6">
            <input type="text" hidden readOnly autoComplete="username" value={user.email} />
            {passwordHash && (
              <PasswordField
                {...field('password')}
                label="Contraseña"
                autoComplete="current-password"
              />
            )}
            {!passwordHash && totpSince && <FactorCodeField {...field('code')} />}
            {isByMail && <CodeField {...field('mailCode')} />}
            <div className="grid justify-items-start gap-6">
              <Button wide>Seguir</Button>
              {isByMail && (
                <Button
                  variant="secondary"
                  compact
                  formAction={`/confirmar/codigo${formSearchParams}`}
                >
                  {wasSent ? 'Enviarme otro código' : 'Enviarme un código por correo'}
                </Button>
              )}
            </div>
          </Form>
        )}
      </div>
      <AccountFooter>
        <a href={next.startsWith('/admin') ? '/admin' : '/panel'} className="inline-block py-2">
          Volver sin confirmar
        </a>
      </AccountFooter>
    </>
  );
}
