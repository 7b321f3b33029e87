import { eq } from 'drizzle-orm';
import { findAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { type AuditOrigin, audit } from '#lib/domain/audit/writes.ts';
import { computeDates, type Dates } from '#lib/domain/documents/expiry.ts';
import { checkVaultQuota } from '#lib/domain/documents/quota.ts';
import {
  findBySendKey,
  type StoredDocument,
  type UnplacedDocument,
} from '#lib/domain/documents/reads/documents.ts';
import { listReplacedDocuments, replaceDocuments } from '#lib/domain/documents/replacement.ts';
import { UNPLACED } from '#lib/domain/documents/rules.ts';
import type { NewDocument } from '#lib/domain/documents/upload-form.ts';
import { removeSurplusVersions } from '#lib/domain/documents/writes/keep-versions.ts';
import { type RemovedObjects, removeObjects } from '#lib/domain/documents/writes/remove-objects.ts';
import { awaitScan } from '#lib/domain/documents/writes/scan.ts';
import { checkFile } from '#lib/domain/uploads/check-file.ts';
import { senderOf } from '#lib/domain/uploads/quota.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { findScanner } from '#lib/platform/scanner/client.ts';
import { randomId, randomToken } from '#lib/platform/security/ids.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { cleanFileName } from '#lib/platform/storage/file-name.ts';
import { type BufferedFile, bufferedBytes, hashOf } from '#lib/platform/storage/receive.ts';

type Ctx = AuditOrigin & { holderId: string };

/**
 * Stores a document in its category. Its row is written first, with the state `removing`, so that
 * after a crash the sweeper finds the object of the unfinished upload. `alsoWrite` runs in the
 * transaction that finishes the row. Throws `invalid_file` if name or content are not accepted,
 * `conflict` if the vault is full, and `document_not_found` if the document to replace no longer
 * exists.
 */
export async function addDocument(
  ctx: Ctx,
  input: NewDocument,
  file: NamedFile,
  alsoWrite?: (tx: Tx) => Promise<void>,
): Promise<StoredDocument> {
  return (await addFileToVault(ctx, input, file, alsoWrite)) as StoredDocument; // The input has a category.
}

/**
 * Stores a file without a category; its owner chooses one later. `sendKey` is the form's id of this
 * file, so a form that is sent twice stores the file once. Throws the errors of `addDocument`.
 */
export async function addUncategorized(
  ctx: Ctx,
  sendKey: string | null,
  file: NamedFile,
): Promise<UnplacedDocument> {
  const input: Input = {
    category: UNPLACED,
    once: sendKey,
    customTitle: null,
    issuedAt: null,
    replaces: null,
  };
  return (await addFileToVault(ctx, input, file)) as UnplacedDocument; // An unplaced document has no category.
}

type NamedFile = BufferedFile & { fileName: string };
type Input = Omit<NewDocument, 'category'> & Pick<VaultDocument, 'category'>;

async function addFileToVault(
  ctx: Ctx,
  input: Input,
  file: NamedFile,
  alsoWrite?: (tx: Tx) => Promise<void>,
): Promise<VaultDocument> {
  const earlierDocument = await findBySendKey(ctx.holderId, input.once, getDb().read);
  if (earlierDocument) return earlierDocument as VaultDocument; // A sent document is in a visible state.
  const { contentType, fileName } = await checkFile(
    file,
    cleanFileName(file.fileName),
    senderOf(ctx),
  );
  const { size, fileKey } = file;
  const { category, issuedAt, expiresAt: entered } = input;
  const dates =
    category === UNPLACED
      ? noDates
      : computeDates(category, { uploadedAt: ctx.now, issuedAt, entered });
  const row = await insertUploadRow(ctx, {
    ...{ ...input, fileName, contentType, size, ...dates },
    sealed: fileKey !== undefined,
    sha256: await hashOf(bufferedBytes(file)),
  });
  let removedObjects: RemovedObjects;
  let document: VaultDocument;
  try {
    await getStorage().putFile(row.objectKey, file.path, { contentType, size, fileKey });
    ({ document, ended: removedObjects } = await getDb().write(async (tx) => {
      await alsoWrite?.(tx);
      return finishUpload(tx, ctx, row);
    }));
    if (document.id !== row.id) await abandonDocument(row);
  } catch (error) {
    await abandonDocument(row);
    throw error;
  }
  await removeObjects(removedObjects);
  return document.state === 'waiting' ? awaitScan(document) : document;
}

type VaultDocument = StoredDocument | UnplacedDocument;
type DocumentDraft = Omit<VaultDocument, 'state'>;
const noDates: Dates = { issuedAt: null, expiresAt: null, countedFrom: null };

type RecordedColumn =
  | 'fileName'
  | 'contentType'
  | 'size'
  | 'sealed'
  | 'sha256'
  | keyof Input
  | keyof Dates;

/**
 * Inserts the row of an upload. The free space is checked here, before the bytes are stored, and
 * again by `finishUpload`.
 */
async function insertUploadRow(
  ctx: Ctx,
  file: Pick<VaultDocument, RecordedColumn>,
): Promise<DocumentDraft> {
  const row: DocumentDraft = {
    ...file,
    replaced: null,
    reading: null,
    id: randomId(),
    fileId: randomId(),
    objectKey: `vault/${randomToken()}`,
    accountId: ctx.holderId,
    // Zero marks an upload in progress, which the sweeper removes after an hour.
    uploadedAt: 0,
    changedAt: ctx.now,
    sortAt: ctx.now,
    scannedAt: null,
    finding: null,
    formerOf: null,
  };
  await getDb().write(async (tx) => {
    await checkReplacement(tx, row);
    await tx.insert(documents).values({ ...row, state: 'removing' });
  });
  return row;
}

/** Turns the reserved row into a document, which replaces earlier ones in the same transaction. */
async function finishUpload(
  tx: Tx,
  ctx: Ctx,
  row: DocumentDraft,
): Promise<{ document: VaultDocument; ended: RemovedObjects }> {
  if (!(await findAccount(ctx.holderId, tx))) throw new AppError('no_session');
  // If the same file was sent twice at the same time, the first one is kept.
  const earlierDocument = await findBySendKey(ctx.holderId, row.once, tx);
  if (earlierDocument) return { document: earlierDocument as VaultDocument, ended: [] };
  const { replaced: replacedDocuments, isTight } = await checkReplacement(tx, row);
  const state = findScanner() ? ('waiting' as const) : ('kept' as const);
  // A scanned document stays until its replacement has been scanned too.
  const keptDocument =
    state === 'waiting' ? replacedDocuments.find((old) => old.state === 'kept') : undefined;
  const endedDocuments = replacedDocuments.filter((old) => old !== keptDocument);
  const replacesId = row.replaces
    ? (keptDocument?.id ?? endedDocuments[0]?.replaces ?? null)
    : null;
  const values = {
    state,
    uploadedAt: ctx.now,
    sortAt: row.replaces ? (replacedDocuments[0]?.sortAt ?? ctx.now) : ctx.now,
    replaces: state === 'waiting' ? replacesId : null,
  };
  const placedRows = await tx
    .update(documents)
    .set(values)
    .where(eq(documents.id, row.id))
    .returning({ id: documents.id });
  // The upload took more than an hour, and the sweeper removed its row.
  if (placedRows.length === 0) throw new AppError('unavailable');
  const removedObjects = await replaceDocuments(tx, row, endedDocuments, ctx);
  if (isTight && endedDocuments.length === 0)
    removedObjects.push(...(await removeSurplusVersions(tx, row.accountId, ctx.now)));
  const { holderId, actor } = ctx;
  const uploadAction = replacedDocuments.length > 0 ? 'document.replaced' : 'document.uploaded';
  const action = actor === 'guest' ? 'document.filed' : uploadAction;
  await audit(tx, ctx, { accountId: holderId, action, subject: row.id });
  return { document: { ...row, ...values } as VaultDocument, ended: removedObjects };
}

/**
 * Removes what a failed upload stored. Keeps it if the row was committed although the write seemed
 * to fail.
 */
async function abandonDocument({ id, objectKey }: DocumentDraft): Promise<void> {
  const [row] = await getDb()
    .read.select({ state: documents.state })
    .from(documents)
    .where(eq(documents.id, id));
  if (row?.state === 'removing') await removeObjects([{ id, objectKey }]);
}

async function checkReplacement(tx: Tx, row: DocumentDraft) {
  const { category } = row;
  const replacedDocuments =
    category === UNPLACED ? [] : await listReplacedDocuments(tx, { ...row, category });
  if (row.replaces && replacedDocuments.length === 0) throw new AppError('document_not_found');
  return {
    replaced: replacedDocuments,
    isTight: await checkVaultQuota(row.accountId, row.size, replacedDocuments, tx),
  };
}
