import { eq } from 'drizzle-orm';
import { findAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { type AuditOrigin, audit } from '#lib/domain/audit/writes.ts';
import { type Dates, datesOf } from '#lib/domain/documents/expiry.ts';
import { checkVaultQuota } from '#lib/domain/documents/quota.ts';
import {
  findBySendKey,
  type StoredDocument,
  type UnplacedDocument,
} from '#lib/domain/documents/reads.ts';
import { listReplacedDocuments, replaceDocuments } from '#lib/domain/documents/replacement.ts';
import { UNPLACED } from '#lib/domain/documents/rules.ts';
import type { NewDocument } from '#lib/domain/documents/upload-form.ts';
import { endSurplus } from '#lib/domain/documents/versions.ts';
import { type RemovedObjects, removeObjects } from '#lib/domain/documents/writes/remove-objects.ts';
import { awaitScan } from '#lib/domain/documents/writes/scan.ts';
import { checkFile } from '#lib/domain/uploads/check-file.ts';
import { senderOf } from '#lib/domain/uploads/quota.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { getScanner } from '#lib/platform/scanner/client.ts';
import { randomId, randomToken } from '#lib/platform/security/ids.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { cleanFileName } from '#lib/platform/storage/file-name.ts';
import { type BufferedFile, bufferedBytes, hashOf } from '#lib/platform/storage/receive.ts';

type Ctx = AuditOrigin & { holderId: string };

/**
 * Stores a document in its category. The row is written first, with the state `removing`, so that
 * after a crash the sweeper finds the object of an unfinished upload. `alsoWrite` runs in the same
 * transaction as the finished row. Throws `invalid_file` if name or content are not accepted,
 * `conflict` if the vault is full, and `document_not_found` if the document to replace is gone.
 */
export async function addDocument(
  ctx: Ctx,
  input: NewDocument,
  file: NamedFile,
  alsoWrite?: (tx: Tx) => Promise<void>,
): Promise<StoredDocument> {
  return (await add(ctx, input, file, alsoWrite)) as StoredDocument; // The input has a category.
}

/**
 * Stores a file without a category, which its owner chooses later. `sendKey` is the form's id of
 * this file, so that sending a form twice stores the file once. Throws the errors of `addDocument`.
 */
export async function addUnplaced(
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
  return (await add(ctx, input, file)) as UnplacedDocument; // An unplaced document has no category.
}

type NamedFile = BufferedFile & { fileName: string };
type Input = Omit<NewDocument, 'category'> & Pick<VaultDocument, 'category'>;

async function add(
  ctx: Ctx,
  input: Input,
  file: NamedFile,
  alsoWrite?: (tx: Tx) => Promise<void>,
): Promise<VaultDocument> {
  const earlier = await findBySendKey(ctx.holderId, input.once, getDb().read);
  if (earlier) return earlier as VaultDocument; // A sent document is in a visible state.
  const { contentType, fileName } = await checkFile(
    file,
    cleanFileName(file.fileName),
    senderOf(ctx),
  );
  const { size, fileKey } = file;
  const { category, issuedAt, expiresAt: entered } = input;
  const dates =
    category === UNPLACED
      ? undated
      : await datesOf(category, { uploadedAt: ctx.now, issuedAt, entered });
  const row = await insertUploadRow(ctx, {
    ...{ ...input, fileName, contentType, size, ...dates },
    sealed: fileKey !== undefined,
    sha256: await hashOf(bufferedBytes(file)),
  });
  let ended: RemovedObjects;
  let document: VaultDocument;
  try {
    await getStorage().putFile(row.objectKey, file.path, { contentType, size, fileKey });
    ({ document, ended } = await getDb().write(async (tx) => {
      await alsoWrite?.(tx);
      return finishUpload(tx, ctx, row);
    }));
    if (document.id !== row.id) await abandon(row);
  } catch (error) {
    await abandon(row);
    throw error;
  }
  await removeObjects(ended);
  return document.state === 'waiting' ? awaitScan(document) : document;
}

type VaultDocument = StoredDocument | UnplacedDocument;
type DocumentDraft = Omit<VaultDocument, 'state'>;
const undated: Dates = { issuedAt: null, expiresAt: null, countedFrom: null };

type RecordedColumn =
  | 'fileName'
  | 'contentType'
  | 'size'
  | 'sealed'
  | 'sha256'
  | keyof Input
  | keyof Dates;

/**
 * Inserts the row of an upload. It checks the free space before the bytes are stored, and `finishUpload`
 * checks it again.
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
  const earlier = await findBySendKey(ctx.holderId, row.once, tx);
  if (earlier) return { document: earlier as VaultDocument, ended: [] };
  const { replaced, isTight } = await checkReplacement(tx, row);
  const state = getScanner() ? ('waiting' as const) : ('kept' as const);
  // The replaced document stays until the new one has been scanned.
  const stays = state === 'waiting' ? replaced.find((old) => old.state === 'kept') : undefined;
  const ended = replaced.filter((old) => old !== stays);
  const named = row.replaces ? (stays?.id ?? ended[0]?.replaces ?? null) : null;
  const values = {
    state,
    uploadedAt: ctx.now,
    sortAt: row.replaces ? (replaced[0]?.sortAt ?? ctx.now) : ctx.now,
    replaces: state === 'waiting' ? named : null,
  };
  const placed = await tx
    .update(documents)
    .set(values)
    .where(eq(documents.id, row.id))
    .returning({ id: documents.id });
  // The upload took more than an hour, so the sweeper has removed its row.
  if (placed.length === 0) throw new AppError('unavailable');
  const removed = await replaceDocuments(tx, row, ended, ctx);
  if (isTight && ended.length === 0)
    removed.push(...(await endSurplus(tx, row.accountId, ctx.now)));
  const { holderId: accountId, actor } = ctx;
  const brought = replaced.length > 0 ? 'document.replaced' : 'document.uploaded';
  const action = actor === 'guest' ? 'document.filed' : brought;
  await audit(tx, ctx, { accountId, action, subject: row.id });
  return { document: { ...row, ...values } as VaultDocument, ended: removed };
}

/**
 * Removes what a failed upload has stored, unless its row was committed although the write seemed
 * to fail.
 */
async function abandon({ id, objectKey }: DocumentDraft): Promise<void> {
  const [row] = await getDb()
    .read.select({ state: documents.state })
    .from(documents)
    .where(eq(documents.id, id));
  if (row?.state === 'removing') await removeObjects([{ id, objectKey }]);
}

async function checkReplacement(tx: Tx, row: DocumentDraft) {
  const { category } = row;
  const replaced =
    category === UNPLACED ? [] : await listReplacedDocuments(tx, { ...row, category });
  if (row.replaces && replaced.length === 0) throw new AppError('document_not_found');
  return { replaced, isTight: await checkVaultQuota(row.accountId, row.size, replaced, tx) };
}
