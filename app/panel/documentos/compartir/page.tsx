import { getPageMember } from '#app/_lib/page-member.ts';
import { addressOf, readPageQuery, titled } from '#app/_lib/page-query.ts';
import { ShareForm } from '#components/documents/share-form.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { fromText, lapseText, undatedText } from '#lib/domain/alerts/copy.ts';
import { daysUntil, standingOf } from '#lib/domain/alerts/rules.ts';
import { type ListedDocument, listVault } from '#lib/domain/documents/reads.ts';
import { categoryKeys } from '#lib/domain/documents/rules.ts';
import { titleOf as documentTitle } from '#lib/domain/documents/view.ts';
import { shareLabels } from '#lib/domain/share-links/copy.ts';
import { MAX_DOCUMENTS } from '#lib/domain/share-links/rules.ts';
import { formatDay } from '#lib/platform/chile/format.ts';

export const generateMetadata = titled('Comparte documentos');

/** Form to share the document `?doc=<fileId>`, or several as a folder. */
export default async function SharePage(props: PageProps<'/panel/documentos/compartir'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const member = await getPageMember(addressOf('/panel/documentos/compartir', query), {
    sudo: true,
  });
  const kept = (await listVault(member.accountId)).filter(({ state }) => state === 'kept');
  kept.sort((a, b) => categoryKeys.indexOf(a.category) - categoryKeys.indexOf(b.category));
  const named = kept.filter(({ fileId }) => fileId === query.doc);
  const single = named.length > 0 && !problem;
  const documents = single ? named : kept;
  const valid = documents
    .filter((document) => standingOf(document, member.now) !== 'expired')
    .slice(0, MAX_DOCUMENTS)
    .map(({ fileId }) => fileId);
  const isNew = Object.keys(values).length === 0;
  return (
    <div className="max-w-text">
      <BackLink href={backOf(single, named)} label={single ? 'Volver' : 'Tus documentos'} />
      <PageHeading lead="Creas un enlace que se cierra solo. Quien lo abre no necesita cuenta.">
        {single ? `Comparte ${named.map(({ fileName }) => fileName)}` : 'Comparte tu carpeta'}
      </PageHeading>
      <ProblemNotice problem={problem} labels={shareLabels} />
      {documents.length > 0 ? (
        <ShareForm
          documents={documents.map((document) => ({
            fileId: document.fileId,
            title: documentTitle(document),
            fileName: document.fileName,
            note: noteOf(document, member.now),
          }))}
          chosen={isNew ? new Set(valid) : chosenOf(values)}
          valid={valid}
          single={single}
          values={values}
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

function backOf(single: boolean, [document]: readonly ListedDocument[]): string {
  return single && document ? `/panel/documentos/${document.category}` : '/panel/documentos';
}

function noteOf({ category, expiresAt, countedFrom }: ListedDocument, now: number): string {
  if (expiresAt === null) return undatedText(category, countedFrom);
  return lapseText(daysUntil(expiresAt, now), formatDay(expiresAt)) + fromText(countedFrom);
}

function chosenOf(values: Record<string, string>): ReadonlySet<string> {
  const ticked = Object.keys(values).filter((name) => name.startsWith('doc-'));
  return new Set(ticked.map((name) => name.slice('doc-'.length)));
}
