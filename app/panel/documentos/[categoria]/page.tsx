import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { findNotice, pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import {
  expiryDateHint,
  issueDateHint,
  titleAndHint,
} from '#app/panel/documentos/_lib/document-form-texts.ts';
import { DocumentCard } from '#components/documents/document-card.tsx';
import { DocumentForm } from '#components/documents/document-form.tsx';
import { MonthLine } from '#components/documents/month-line.tsx';
import { NextDocument } from '#components/documents/next-document.tsx';
import { ReadingNotice } from '#components/documents/reading-notice.tsx';
import { SameFileNotice } from '#components/documents/same-file.tsx';
import { UndoNotice } from '#components/documents/undo-notice.tsx';
import { UploadOutcome } from '#components/documents/upload-outcome.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { getAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { monthsOf } from '#lib/domain/alerts/rules.ts';
import { buildOverview } from '#lib/domain/alerts/view.ts';
import {
  documentLabels,
  groupCopy,
  pastDateText,
  uploadedText,
} from '#lib/domain/documents/copy.ts';
import { knownEnd } from '#lib/domain/documents/expiry.ts';
import { adviseOnDocument, unreadText } from '#lib/domain/documents/reading/advice.ts';
import { awaitsReading, isBeingRead, unconfirmedIssueDay } from '#lib/domain/documents/readings.ts';
import {
  findRestorableDocument,
  type ListedDocument,
  listVault,
} from '#lib/domain/documents/reads/documents.ts';
import {
  findUndoableReplacement,
  listPreviousVersions,
  RECENT_UPLOAD_MS,
} from '#lib/domain/documents/reads/previous-versions.ts';
import { listSameFiles } from '#lib/domain/documents/reads/same-file.ts';
import {
  type CategoryKey,
  categories,
  fitsRole,
  hasPrintedEnd,
  isCategory,
} from '#lib/domain/documents/rules.ts';
import { readDocumentsWithin } from '#lib/domain/documents/writes/read-documents.ts';
import { formatDate, isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';

type Props = PageProps<'/panel/documentos/[categoria]'>;

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { categoria } = await props.params;
  return pageMetadata(isCategory(categoria) ? categories[categoria].label : 'Documento')(props);
}

export default async function CategoryPage(props: Props) {
  const { categoria: key } = await props.params;
  const { query, problem, values, errors } = await readPageQuery(props);
  const user = await requirePageUser();
  if (!isCategory(key) || !fitsRole(key, user.role)) notFound();
  const { holderId, now } = user;
  const isJustUploaded = query.aviso === 'subido' && !problem;
  const [{ rut }, vault, previousVersions] = await Promise.all([
    getAccount(holderId),
    listVaultAfterReading(holderId, key),
    listPreviousVersions(holderId),
  ]);
  const documents = vault.filter(({ category }) => category === key);
  const documentToReplace = documents.find(({ id }) => id === query.reemplazar);
  const documentToEdit = documents.find(({ id }) => id === (values.id ?? query.editar));
  const restorableDocument =
    query.eliminado && (await findRestorableDocument(holderId, query.eliminado, now));
  const adviceContext = { rut, role: user.role, now };
  const advice = await Promise.all(
    documents.map((document) => adviseOnDocument(document, adviceContext)),
  );
  const recentUploads = documents.filter(
    ({ uploadedAt }) => isJustUploaded && uploadedAt > now - RECENT_UPLOAD_MS,
  );
  const [newestUpload] = recentUploads;
  const sameFiles = await listSameFiles(holderId, recentUploads.map(idOf));
  const unreadHint =
    isJustUploaded &&
    newestUpload &&
    key !== 'otros' &&
    !(Number(query.n) > 1) &&
    unreadText(newestUpload);
  const undoableReplacement = isJustUploaded
    ? findUndoableReplacement(previousVersions, documents, now)
    : undefined;
  const { label, purpose, group, holds } = categories[key];
  const allowsSeveral = holds === 'many';
  const monthLine = monthsOf(documents, now);
  const savedDocument = documents.find(({ id }) => id === query.documento);
  const notice = findNotice(
    {
      subido: uploadedText(Number(query.n) || 1, documents, now),
      recuperado: 'El documento está de vuelta.',
      editado: `Guardamos los cambios.${pastDateText(savedDocument, now)}`,
    },
    query,
  );
  return (
    <>
      <BackLink href="/panel/documentos" label="Tus documentos" />
      <PageHeading caption={groupCopy[group]} intro={purpose}>
        {label}
      </PageHeading>
      <ProblemNotice problem={problem} labels={documentLabels} />
      {!problem && restorableDocument && <UndoNotice document={restorableDocument} isNew />}
      {!problem && !restorableDocument && notice && (
        <div className="mb-6" data-focus="" tabIndex={-1}>
          <UploadOutcome
            {...{ notice, unreadHint }}
            undo={Number(query.n) > 1 ? undefined : undoableReplacement}
          />
          <SameFileNotice copies={sameFiles} />
          {query.aviso === 'subido' && (
            <NextDocument
              outstanding={buildOverview(vault, user.role, now).outstanding}
              uploadedKey={key}
            />
          )}
        </div>
      )}
      {documents.some((document) => isBeingRead(document, now)) && (
        <ReadingNotice href={`/panel/documentos/${key}`} />
      )}
      {monthLine && (
        <div className="mb-5">
          <MonthLine {...monthLine} />
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[7fr_5fr]">
        {documents.length > 0 && (
          <ul className="grid gap-4">
            {documents.map((document, index) => (
              <DocumentCard
                key={document.id}
                document={document}
                previousVersions={previousVersions.filter(
                  ({ formerOf }) => formerOf === document.id,
                )}
                mayReplace={allowsSeveral && document.state === 'kept'}
                now={now}
                advice={advice[index] ?? null}
              />
            ))}
          </ul>
        )}
        <DocumentForm
          category={key}
          {...titleAndHint(
            allowsSeveral ? documents : documents.filter(({ otherRut }) => !otherRut),
            {
              replaced: documentToReplace,
              editing: documentToEdit,
              allowsSeveral,
            },
          )}
          replacedId={allowsSeveral && !documentToEdit ? documentToReplace?.id : undefined}
          editedId={documentToEdit?.id}
          replaceableOptions={documents.filter(({ state }) => state === 'kept').map(optionOf)}
          allowsSeveral={allowsSeveral}
          today={isoDay(now)}
          issueDateHint={issueDateHint(key)}
          hasPrintedEnd={hasPrintedEnd(key)}
          expiryDateHint={
            await expiryDateHint(
              key,
              documentToEdit ? withExtractedIssueDay(documentToEdit) : { uploadedAt: now },
            )
          }
          values={{
            ...titleValues(documentToReplace),
            ...(documentToEdit && editableFields(withExtractedIssueDay(documentToEdit))),
            ...values,
          }}
          errors={errors}
          maxUploadMb={getEnv().maxUploadMb}
        />
      </div>
    </>
  );
}

const WAIT_MS = 1_500;
const MAX_READ_AT_ONCE = 5;

/** Returns the vault, after waiting up to WAIT_MS until new documents of the category are read. */
async function listVaultAfterReading(accountId: string, key: CategoryKey) {
  const vault = await listVault(accountId);
  const unreadDocuments = vault.filter(
    (document) => document.category === key && awaitsReading(document),
  );
  if (unreadDocuments.length === 0) return vault;
  await readDocumentsWithin(unreadDocuments.slice(0, MAX_READ_AT_ONCE), WAIT_MS);
  return listVault(accountId);
}

/** A replacement has the title of its predecessor by default. */
function titleValues(replaced: ListedDocument | undefined) {
  return replaced?.customTitle ? { customTitle: replaced.customTitle } : {};
}

function editableFields(document: ListedDocument) {
  const { customTitle, fileName, issuedAt } = document;
  return {
    customTitle: customTitle ?? fileName,
    issuedAt: issuedAt ?? '',
    expiresAt: knownEnd(document) ?? '',
  };
}

/** Proposes the date of issue that a program read, if the document has none yet. */
function withExtractedIssueDay(document: ListedDocument): ListedDocument {
  return { ...document, issuedAt: document.issuedAt ?? unconfirmedIssueDay(document) };
}

const idOf = ({ id }: { id: string }) => id;

function optionOf({ id, customTitle, fileName, issuedAt }: ListedDocument) {
  const dateText = issuedAt ? `, del ${formatDate(issuedAt)}` : '';
  return { value: id, label: `${customTitle ?? fileName}${dateText}` };
}
