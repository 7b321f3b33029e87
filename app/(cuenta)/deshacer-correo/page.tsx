import { readPageQuery, titled, unlisted } from '#app/_lib/page-query.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { findUndoable } from '#lib/domain/accounts/email-reads.ts';
import { keptText } from '#lib/domain/privacy/rules.ts';
import { now } from '#lib/platform/process/clock.ts';

export const generateMetadata = titled('Deshacer el cambio de correo', unlisted);

/** Opening the mailed `?token=` changes nothing. `?hecho=1` confirms what its button did. */
export default async function UndoEmailPage(props: PageProps<'/deshacer-correo'>) {
  const { query, problem } = await readPageQuery(props);
  const token = query.token?.slice(0, 200) ?? '';
  const change = token && (await findUndoable(token, now()));
  if (change) {
    return (
      <>
        <PageHeading
          lead={
            <>
              Tu cuenta vuelve a usar{' '}
              <strong className="font-semibold wrap-anywhere text-ink">{change.former}</strong>. Se
              cierran todas las sesiones y el enlace de tu calendario, se desconecta Google y la
              contraseña deja de servir. Tus documentos y solicitudes quedan como están.
            </>
          }
        >
          ¿Deshacer el cambio de correo?
        </PageHeading>
        <Form action="/deshacer-correo/volver">
          <input type="hidden" name="token" value={token} />
          <Button variant="danger" wide>
            Deshacer el cambio
          </Button>
        </Form>
      </>
    );
  }
  const lead = query.hecho
    ? 'Tu cuenta usa otra vez tu correo anterior y nadie puede ingresar ahora. Crea una contraseña nueva con “Olvidé mi contraseña”. Después revisa los enlaces a tus documentos y cierra los que no reconozcas.'
    : `Ya se usó, o pasaron más de ${keptText('formerEmail')} desde el cambio.`;
  return (
    <>
      <PageHeading lead={lead}>
        {query.hecho ? 'Deshicimos el cambio' : 'Este enlace ya no sirve'}
      </PageHeading>
      {!query.hecho && <ProblemNotice problem={problem} />}
      <LinkButton href="/recuperar">
        {query.hecho ? 'Crear una contraseña nueva' : 'Olvidé mi contraseña'}
      </LinkButton>
    </>
  );
}
