import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { findReportedBrowser } from '#lib/domain/accounts/reads/accounts.ts';
import { findUndoableChange } from '#lib/domain/accounts/reads/email-changes.ts';
import { now } from '#lib/platform/process/clock.ts';

export const generateMetadata = pageMetadata('No fui yo', { robots: { index: false } });

/**
 * Opened from a mail, with `?token=`. Only the button changes something and then shows `?hecho=1`.
 */
export default async function NotMePage(props: PageProps<'/no-fui-yo'>) {
  const { query, problem } = await readPageQuery(props);
  const token = query.token?.slice(0, 200) ?? '';
  const change = token && (await findUndoableChange(token, now()));
  if (change || (token && (await findReportedBrowser(token)))) {
    const previousEmailText = change ? `Tu cuenta vuelve a usar ${change.previous}. ` : '';
    return (
      <>
        <PageHeading
          intro={`${previousEmailText}Al apretar el botón cerramos todas las sesiones y el enlace de tu calendario, desconectamos Google y anulamos la contraseña. Tus documentos y solicitudes quedan como están.`}
        >
          ¿No fuiste tú?
        </PageHeading>
        <Form action="/no-fui-yo/cerrar">
          <input type="hidden" name="token" value={token} />
          <Button variant="danger" wide>
            {change ? 'Deshacer el cambio de correo' : 'Cerrar todo el acceso'}
          </Button>
        </Form>
      </>
    );
  }
  // If the link no longer works, the heading already says so.
  const otherProblem = problem?.code === 'invalid_token' ? null : problem;
  const intro = query.hecho
    ? 'Nadie puede ingresar ahora. Crea una contraseña nueva con un enlace que enviamos a tu correo. Después revisa los enlaces a tus documentos y cierra los que no reconozcas.'
    : 'Ya se usó, venció o cambiaste tu contraseña después. Si todavía tienes dudas, elige una contraseña nueva: se cierran todas las sesiones.';
  return (
    <>
      <PageHeading intro={intro}>
        {query.hecho ? 'Cerramos todo el acceso' : 'Este enlace ya no sirve'}
      </PageHeading>
      {!query.hecho && <ProblemNotice problem={otherProblem} />}
      <LinkButton href="/recuperar">Crear una contraseña nueva</LinkButton>
    </>
  );
}
