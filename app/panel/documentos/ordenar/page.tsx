import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { DiscardedFile } from '#components/documents/discarded-file.tsx';
import { ReadingNotice } from '#components/documents/reading-notice.tsx';
import { UncategorizedFileList } from '#components/documents/uncategorized-file-list.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { getAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { datedNameText } from '#lib/domain/documents/copy.ts';
import { adviseOnUnplaced } from '#lib/domain/documents/reading/advice.ts';
import { awaitsReading } from '#lib/domain/documents/readings.ts';
import { listUncategorizedDocuments, listVault } from '#lib/domain/documents/reads/documents.ts';
import { listSameFiles } from '#lib/domain/documents/reads/same-file.ts';
import { categories, fitsRole, isCategory } from '#lib/domain/documents/rules.ts';
import { findDiscardedDocument } from '#lib/domain/documents/writes/discard-uncategorized.ts';
import { readDocumentsWithin } from '#lib/domain/documents/writes/read-documents.ts';

export const generateMetadata = pageMetadata('Confirma tus documentos');

/**
 * Longest wait (ms) for a program to read the documents, so that the page can prefill its fields.
 */
const WAIT_MS = 3_000;

export default async function OrderPage(props: PageProps<'/panel/documentos/ordenar'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const user = await requirePageUser();
  const [{ rut }, uncategorizedDocuments, vault, discardedUpload] = await Promise.all([
    getAccount(user.holderId),
    listUncategorizedDocuments(user.holderId),
    listVault(user.holderId),
    query.descartado ? findDiscardedDocument(user, query.descartado) : undefined,
  ]);
  await readDocumentsWithin(uncategorizedDocuments, WAIT_MS);
  const reloadedDocuments = uncategorizedDocuments.some(awaitsReading)
    ? await listUncategorizedDocuments(user.holderId)
    : uncategorizedDocuments;
  const { role, now } = user;
  const owner = { rut, role, now };
  const advisedDocuments = await Promise.all(
    reloadedDocuments.map(async (document) => ({
      ...document,
      ...(await adviseOnUnplaced(document, owner)),
    })),
  );
  // A document keeps the category for which it was uploaded, unless it states another one.
  const { de = '' } = query;
  const usualCategory = isCategory(de) && fitsRole(de, role) ? de : '';
  const sameFiles = await listSameFiles(
    user.holderId,
    reloadedDocuments.map(({ id }) => id),
  );
  const earlierOf = new Map(sameFiles.map(({ id, earlier }) => [id, earlier]));
  const suggestedRows = advisedDocuments.map(({ read, ...row }) => ({
    ...row,
    sameAs: earlierOf.get(row.id),
    read: { ...read, category: read.category || usualCategory },
  }));
  const rows = suggestedRows.map((row, index) => {
    const { category } = row.read;
    const holdsOne = isCategory(category) && categories[category].holds === 'one';
    // A second document of this category would replace the first one.
    const isTaken =
      holdsOne && suggestedRows.slice(0, index).some(({ read }) => read.category === category);
    if (isTaken) return { ...row, read: { ...row.read, category: '' } };
    const previousDocument = holdsOne
      ? vault.find((document) => document.category === category)
      : undefined;
    if (!previousDocument) return row;
    const replacesText = `Si es ${categories[previousDocument.category].label}, reemplaza a ${datedNameText(previousDocument, now)}.`;
    return { ...row, warnings: [...row.warnings, replacesText] };
  });
  return (
    <>
      <BackLink href="/panel/documentos" label="Tus documentos" />
      <PageHeading intro="Revisa qué es cada archivo y de cuándo. Donde guardamos uno solo, el nuevo reemplaza al anterior. Lo que no guardes se borra en un día.">
        Confirma tus documentos
      </PageHeading>
      <ProblemNotice
        problem={problem}
        labels={Object.fromEntries(
          rows.flatMap(({ id, fileName }) =>
            ['category', 'issuedAt', 'expiresAt'].map((field) => [`doc.${id}.${field}`, fileName]),
          ),
        )}
      />
      {discardedUpload && !problem && <DiscardedFile {...discardedUpload} />}
      {reloadedDocuments.some((file) => file.state === 'waiting' || awaitsReading(file)) && (
        <ReadingNotice href="/panel/documentos/ordenar" />
      )}
      {rows.length > 0 ? (
        <UncategorizedFileList {...{ rows, role, values, errors }} />
      ) : (
        <EmptyState art="folder">No tienes documentos por confirmar.</EmptyState>
      )}
    </>
  );
}
