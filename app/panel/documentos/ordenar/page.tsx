import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { getPageUser } from '#app/_lib/page-user.ts';
import { OrderList } from '#components/documents/order-list.tsx';
import { ReadingNotice } from '#components/documents/reading-notice.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { getAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { datedName } from '#lib/domain/documents/copy.ts';
import { adviseUnplaced } from '#lib/domain/documents/reading/advice.ts';
import { awaitsReading } from '#lib/domain/documents/readings.ts';
import { listUnplacedDocuments, listVault } from '#lib/domain/documents/reads.ts';
import { categories, fitsRole, isCategory } from '#lib/domain/documents/rules.ts';
import { listSameFiles } from '#lib/domain/documents/same-file.ts';
import { readDocumentsWithin } from '#lib/domain/documents/writes/read-documents.ts';

export const generateMetadata = pageMetadata('Ordena tus documentos');

/**
 * Longest wait (ms) for a program to read the documents, so that the page can prefill its fields.
 */
const WAIT_MS = 3_000;

export default async function OrderPage(props: PageProps<'/panel/documentos/ordenar'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const user = await getPageUser();
  const [{ rut }, unplacedDocuments, current] = await Promise.all([
    getAccount(user.holderId),
    listUnplacedDocuments(user.holderId),
    listVault(user.holderId),
  ]);
  await readDocumentsWithin(unplacedDocuments, WAIT_MS);
  const unplaced = unplacedDocuments.some(awaitsReading)
    ? await listUnplacedDocuments(user.holderId)
    : unplacedDocuments;
  const { role, now } = user;
  const owner = { rut, role, now };
  const advised = await Promise.all(
    unplaced.map(async (document) => ({ ...document, ...(await adviseUnplaced(document, owner)) })),
  );
  // A document keeps the category for which it was uploaded, unless it states another one.
  const { de = '' } = query;
  const usual = isCategory(de) && fitsRole(de, role) ? de : '';
  const sameFiles = await listSameFiles(
    user.holderId,
    unplaced.map(({ id }) => id),
  );
  const earlierOf = new Map(sameFiles.map(({ id, earlier }) => [id, earlier]));
  const suggested = advised.map(({ read, ...row }) => ({
    ...row,
    sameAs: earlierOf.get(row.id),
    read: { ...read, category: read.category || usual },
  }));
  const rows = suggested.map((row, n) => {
    const { category } = row.read;
    const isOne = isCategory(category) && categories[category].holds === 'one';
    // A second document of this category would replace the first one.
    const isTaken = isOne && suggested.slice(0, n).some(({ read }) => read.category === category);
    if (isTaken) return { ...row, read: { ...row.read, category: '' } };
    const former = isOne ? current.find((document) => document.category === category) : undefined;
    if (!former) return row;
    const replaces = `Si es ${categories[former.category].label}, reemplaza a ${datedName(former)}.`;
    return { ...row, warnings: [...row.warnings, replaces] };
  });
  return (
    <>
      <BackLink href="/panel/documentos" label="Tus documentos" />
      <PageHeading lead="Revisa qué es cada archivo y de cuándo. Donde guardamos uno solo, el nuevo reemplaza al anterior. Lo que no guardes se borra en un día.">
        Ordena tus documentos
      </PageHeading>
      <ProblemNotice
        problem={problem}
        labels={Object.fromEntries(
          rows.flatMap(({ id, fileName }) =>
            ['category', 'issuedAt', 'expiresAt'].map((field) => [`doc.${id}.${field}`, fileName]),
          ),
        )}
      />
      {unplaced.some((file) => file.state === 'waiting' || awaitsReading(file)) && (
        <ReadingNotice href="/panel/documentos/ordenar" />
      )}
      {rows.length > 0 ? (
        <OrderList {...{ rows, role, values, errors }} />
      ) : (
        <EmptyState art="folder">No tienes documentos por ordenar.</EmptyState>
      )}
    </>
  );
}
