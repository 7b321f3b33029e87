import { redirect } from 'next/navigation';
import { findPageDraft } from '#app/_lib/page-draft.ts';
import { pageCaptcha, pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { Captcha } from '#components/forms/captcha.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { nextPage } from '#lib/domain/drafts/rules.ts';
import { laterPath, WIZARD, wizardPath } from '#lib/domain/drafts/view.ts';

export const generateMetadata = pageMetadata('Seguir después');

export default async function ContinueLaterPage(
  props: PageProps<'/gestiona-tu-garantia/continuar-despues'>,
) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const { found: draft } = await findPageDraft(query.borrador);
  if (!draft || draft.submissionId) redirect(WIZARD);
  const back = wizardPath({ ...nextPage(draft.answers), draft: draft.id });
  const captcha = await pageCaptcha('resume');
  return (
    <>
      <BackLink href={back} />
      <PageHeading intro={draft.accountId ? inAccount : inBrowser}>
        Sigue cuando quieras
      </PageHeading>
      {query.enviado ? (
        <>
          <Notice tone="success" role="status" title="Enlace en camino">
            <p>
              Llegará a tu correo en unos minutos. Ábrelo solo tú: quien lo tenga puede ver tus
              respuestas.
            </p>
          </Notice>
          <div className="mt-6">
            <LinkButton href={back} variant="secondary">
              Volver a mi solicitud
            </LinkButton>
          </div>
        </>
      ) : (
        <Form action={laterPath(draft.id).replace('?', '/enviar?')} className="grid gap-6">
          {problem && !errors.email && (
            <Notice tone="danger" role="alert">
              <p>{problem.message}</p>
            </Notice>
          )}
          <TextField
            name="email"
            label="Correo"
            type="email"
            autoComplete="email"
            defaultValue={values.email ?? draft.answers.values.email ?? draft.attempt?.values.email}
            error={errors.email}
          />
          {captcha && <Captcha {...captcha} />}
          <div>
            <Button wide>Enviarme el enlace</Button>
          </div>
        </Form>
      )}
    </>
  );
}

const inBrowser =
  'Tus respuestas quedan guardadas 30 días. Te enviamos un enlace para seguir desde cualquier teléfono o computador: al abrirlo, la sigues ahí con todo lo que respondiste, y ya no en este navegador.';
const inAccount =
  'Está en tu cuenta por 30 días: ingresa en otro teléfono o computador y síguela ahí. O te enviamos un enlace que la abre sin ingresar: al abrirlo, la sigues ahí con todo lo que respondiste, y ya no en este navegador ni en tu cuenta.';
