import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { listShareable } from '#app/panel/documentos/_lib/shareable.ts';
import { ShareForm } from '#components/documents/share-form.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { shareLabels } from '#lib/domain/share-links/copy.ts';
import { MAX_DOCUMENTS } from '#lib/domain/share-links/rules.ts';
import { isoDay } from '#lib/platform/chile/format.ts';

export const generateMetadata = pageMetadata('Comparte documentos');

/** Shares the document `?doc=<fileId>`, or several as a folder. */
export default async function SharePage(props: PageProps<'/panel/documentos/compartir'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const user = await requirePageUser({
    sudo: true,
  });
  const shareable = await listShareable(user);
  const linkedDocuments = shareable.filter(({ fileId }) => fileId === query.doc);
  const isSingle = linkedDocuments.length > 0 && !problem;
  const documents = isSingle ? linkedDocuments : shareable;
  const validDocuments = documents.filter(({ isValid }) => isValid);
  const fittingDocuments = validDocuments.slice(0, MAX_DOCUMENTS);
  const validFileIds = fittingDocuments.map(({ fileId }) => fileId);
  // Nothing preselects an identity card, because people share it by mistake.
  const preselectedDocuments = fittingDocuments.filter(
    ({ category }) => category !== 'cedula_identidad',
  );
  const isNew = Object.keys(values).length === 0;
  return (
    <div className={documents.length > 1 ? undefined : 'max-w-text'}>
      <BackLink
        href={backPath(isSingle, linkedDocuments)}
        label={isSingle ? 'Volver' : 'Tus documentos'}
      />
      <PageHeading intro="Creas un enlace que se cierra solo. Quien lo abre no necesita cuenta.">
        {isSingle
          ? `Comparte ${linkedDocuments.map(({ fileName }) => fileName)}`
          : 'Comparte tu carpeta'}
      </PageHeading>
      <ProblemNotice problem={problem} labels={shareLabels} />
      {user.memberRole === 'reader' ? (
        <>
          <p>Crear un enlace lo hace quien participa en la empresa o la administra.</p>
          <div className="mt-5">
            <LinkButton href="/panel/documentos/enlaces" variant="secondary">
              Ver los enlaces
            </LinkButton>
          </div>
        </>
      ) : documents.length > 0 ? (
        <ShareForm
          documents={documents}
          chosen={
            isNew
              ? new Set(preselectedDocuments.map(({ fileId }) => fileId))
              : chosenFileIds(values)
          }
          validFileIds={validFileIds}
          omittedDocuments={validDocuments.slice(MAX_DOCUMENTS)}
          isSingle={isSingle}
          today={isoDay(user.now)}
          values={isNew ? { notify: 'si' } : values}
          errors={errors}
        />
      ) : (
        <>
          <p>Todavía no hay nada que compartir: sube primero un documento.</p>
          <div className="mt-5">
            <LinkButton href="/panel/documentos">Ir a tus documentos</LinkButton>
          </div>
        </>
      )}
    </div>
  );
}

function backPath(single: boolean, [document]: readonly { category: string }[]): string {
  return single && document ? `/panel/documentos/${document.category}` : '/panel/documentos';
}

function chosenFileIds(values: Record<string, string>): ReadonlySet<string> {
  const ticked = Object.keys(values).filter((name) => name.startsWith('doc-'));
  return new Set(ticked.map((name) => name.slice('doc-'.length)));
}
