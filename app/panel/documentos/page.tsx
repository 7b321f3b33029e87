import { after } from 'next/server';
import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { CategoryList } from '#components/documents/category-list.tsx';
import { DocumentForm } from '#components/documents/document-form.tsx';
import { DocumentSearch } from '#components/documents/document-search.tsx';
import { NextDocument } from '#components/documents/next-document.tsx';
import { RestoreButton } from '#components/documents/previous-versions.tsx';
import { QuotaNotice } from '#components/documents/quota-notice.tsx';
import { ReadingNotice } from '#components/documents/reading-notice.tsx';
import { UndoNotice } from '#components/documents/undo-notice.tsx';
import { VaultTabs } from '#components/documents/vault-tabs.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { DueItems } from '#components/panel/due-list.tsx';
import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { EditorsOnly, HolderLink } from '#components/ui/holder-scope.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { Section } from '#components/ui/section.tsx';
import { urgentDocumentsText } from '#lib/domain/alerts/copy.ts';
import { countUrgentDocuments } from '#lib/domain/alerts/reads.ts';
import { buildOverview, type Overview } from '#lib/domain/alerts/view.ts';
import { documentItems } from '#lib/domain/dashboard/document-items.ts';
import { documentLabels, uploadedText } from '#lib/domain/documents/copy.ts';
import { awaitsReading, isBeingRead } from '#lib/domain/documents/readings.ts';
import {
  findRestorableDocument,
  listUncategorizedDocuments,
  listVault,
  sumUsage,
} from '#lib/domain/documents/reads/documents.ts';
import {
  findUndoableReplacement,
  listPreviousVersions,
} from '#lib/domain/documents/reads/previous-versions.ts';
import { readDocumentsWithin } from '#lib/domain/documents/writes/read-documents.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';

export const generateMetadata = pageMetadata('Tus documentos');

const MAX_READ_AT_ONCE = 5;
/** Documents to renew that are listed openly. The others are in the folded lists of categories. */
const MAX_LISTED_DUE = 8;

export default async function VaultPage(props: PageProps<'/panel/documentos'>) {
  const { query, problem, errors } = await readPageQuery(props);
  const user = await requirePageUser();
  const [documents, uncategorizedDocuments, previousVersions, deletedDocument, urgentCount] =
    await Promise.all([
      listVault(user.holderId),
      listUncategorizedDocuments(user.holderId),
      listPreviousVersions(user.holderId),
      findRestorableDocument(user.holderId, undefined, user.now),
      countUrgentDocuments(user.holderId, user.now),
    ]);
  after(() => readDocumentsWithin(documents.filter(awaitsReading).slice(0, MAX_READ_AT_ONCE), 0));
  const { groups, upToDate, requiredCount, outstanding } = buildOverview(
    documents,
    user.role,
    user.now,
  );
  const { vault, maxUploadMb } = getEnv();
  const isSingleUpload = query.aviso === 'subido' && !(Number(query.n) > 1);
  const undoableReplacement = isSingleUpload
    ? findUndoableReplacement(previousVersions, documents, user.now)
    : undefined;
  return (
    <>
      <PageHeading
        intro={
          <span className="hidden sm:inline">
            Lo que las aseguradoras le piden a toda empresa, en un solo lugar y al día.
          </span>
        }
      >
        {user.companyId ? 'Documentos de la empresa' : 'Tus documentos'}
      </PageHeading>
      <VaultTabs current="/panel/documentos" />
      <ProblemNotice problem={problem} labels={documentLabels} />
      {deletedDocument && <UndoNotice document={deletedDocument} />}
      {documents.some((document) => isBeingRead(document, user.now)) && (
        <ReadingNotice href="/panel/documentos" />
      )}
      <DoneNotice>
        {!problem &&
          (query.aviso === 'subido'
            ? uploadedText(Number(query.n) || 1, documents, user.now)
            : query.aviso === 'descartado' && 'Borramos los archivos que no guardaste.')}
      </DoneNotice>
      {undoableReplacement && (
        <div className="mb-5">
          <RestoreButton {...undoableReplacement}>Deshacer</RestoreButton>
        </div>
      )}
      {uncategorizedDocuments.length > 0 && (
        <div className="mb-5">
          <Notice>
            <p>
              {uncategorizedDocuments.length > 1
                ? `Subiste ${uncategorizedDocuments.length} archivos y falta confirmarlos. `
                : 'Subiste un archivo y falta confirmarlo. '}
              <a href="/panel/documentos/ordenar" className="font-semibold">
                Confirmar
              </a>
            </p>
          </Notice>
        </div>
      )}
      <DocumentSearch documents={documents} query={query.q} now={user.now} />
      <div className="grid gap-x-12 gap-y-6 sm:gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card title="Tu carpeta" className="shadow-raised lg:col-start-1">
          <FolderState {...{ upToDate, requiredCount, outstanding, urgentCount }} />
          <h3 className="mt-4 mb-2 border-t border-line pt-3 text-base sm:mt-6 sm:mb-3 sm:pt-4 font-semibold">
            Lo que vence primero
          </h3>
          <DueItems
            items={documentItems(documents, user.now)}
            empty={
              <EmptyState art="folder">
                Cuando subas un documento, aquí verás hasta cuándo vale. Te avisaremos por correo
                antes de que venza.
              </EmptyState>
            }
            maxShown={Math.min(MAX_LISTED_DUE, Math.max(3, urgentCount))}
          />
        </Card>
        <aside className="grid content-start gap-4 sm:gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <div className="sm:hidden">
            <EditorsOnly>
              <LinkButton href="#subir" wide>
                Subir documentos
              </LinkButton>
            </EditorsOnly>
          </div>
          <DocumentForm
            title="Sube documentos"
            hint="Leemos qué son y de cuándo, y tú lo confirmas antes de guardarlos."
            allowsSeveral
            isFolded={Object.keys(errors).length === 0}
            today={isoDay(user.now)}
            values={{}}
            errors={errors}
            maxUploadMb={maxUploadMb}
          />
          {documents.length > 0 && (
            <Section title="Comparte o descarga">
              <EditorsOnly>
                <LinkButton href="/panel/documentos/compartir" variant="secondary" wide>
                  Compartir carpeta
                </LinkButton>
              </EditorsOnly>
              <p className="mt-3 text-sm">
                Descarga lo que no ha vencido:{' '}
                <HolderLink href="/api/documents/folder">en un ZIP</HolderLink> o{' '}
                <HolderLink href="/api/documents/folder?as=pdf">en un PDF con índice</HolderLink>.
              </p>
            </Section>
          )}
        </aside>
        <div className="grid min-w-0 content-start gap-6 sm:gap-8 lg:col-start-1">
          {groups.map((group) => (
            <CategoryList key={group.label} {...group} />
          ))}
        </div>
      </div>
      <QuotaNotice
        {...sumUsage([...documents, ...uncategorizedDocuments])}
        previousBytes={sumUsage(previousVersions).bytes}
        maxFiles={vault.maxFiles}
        maxBytes={vault.quotaBytes}
      />
    </>
  );
}

type FolderStateProps = Pick<Overview, 'upToDate' | 'requiredCount' | 'outstanding'> & {
  urgentCount: number;
};

function FolderState({ upToDate, requiredCount, outstanding, urgentCount }: FolderStateProps) {
  return (
    <div className="grid items-center gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr]">
      <p className="flex items-baseline gap-2">
        <span className="text-2xl font-semibold">{upToDate}</span>
        <span className="text-lg">de {requiredCount} al día</span>
      </p>
      <progress className="meter block" value={upToDate} max={requiredCount} aria-label="Al día">
        {upToDate} de {requiredCount}
      </progress>
      <div className="sm:col-span-2">
        {urgentCount > 0 && <p>{urgentDocumentsText(urgentCount)}.</p>}
        <NextDocument outstanding={outstanding} />
      </div>
    </div>
  );
}
