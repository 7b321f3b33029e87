import { getByPathNumber } from '#app/_lib/or-not-found.ts';
import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { getOwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import { attachmentRows } from '#lib/domain/requests/submissions/request-view.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';

type Props = PageProps<'/panel/solicitudes/[id]/borrar'>;

export const generateMetadata = pageMetadata('Borra tu solicitud');

/** Erases the request on a page of its own, so that nobody does it by mistake. */
export default async function EraseRequestPage(props: Props) {
  const { id } = await props.params;
  const user = await requirePageUser({ sudo: true });
  const { problem } = await readPageQuery(props);
  const { submissionId, state, answers } = await getByPathNumber(id, (number) =>
    getOwnRequest(user, number),
  );
  const files = attachmentRows(answers).map(({ value }) => value);
  const page = `/panel/solicitudes/${submissionId}`;
  return (
    <div className="max-w-text">
      <BackLink href={page} label="Volver a la solicitud" />
      <PageHeading intro="No se puede deshacer.">
        Borra los datos de la solicitud {formatRequestNumber(submissionId)}
      </PageHeading>
      <ProblemNotice problem={problem} />
      <ul className="mb-8 grid list-disc gap-1.5 pl-5">
        <li>Se borran tus respuestas, las notas del equipo y las reuniones sobre ella.</li>
        {files.length > 0 && (
          <li className="wrap-anywhere">Se borran sus archivos: {files.join(', ')}.</li>
        )}
        <li>Si empezaste otra con sus datos y no la has enviado, se borra también.</li>
        <li>Deja de servir su comprobante y no te enviamos más correos sobre ella.</li>
        {state === 'emitida' ? (
          <li>Tu garantía sigue vigente: guarda antes el documento que te enviamos.</li>
        ) : (
          <li>Dejamos de gestionarla. Si aún la necesitas, pídela otra vez después.</li>
        )}
        <li>
          Quedan su número, su estado y sus fechas, sin nada que diga de quién era. De tus pagos
          queda lo que pide la ley tributaria.
        </li>
      </ul>
      <EditorsOnly>
        <Form action={`${page}/borrar/confirmar`}>
          <Button variant="danger" wide>
            Borrar los datos
          </Button>
        </Form>
      </EditorsOnly>
    </div>
  );
}
