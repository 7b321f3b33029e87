import type { Readable } from 'node:stream';
import { readDocument } from '#lib/domain/documents/open-document.ts';
import { findOwnDocument } from '#lib/domain/documents/reads/documents.ts';
import { issuedRefusal } from '#lib/domain/issued-guarantees/copy.ts';
import { deletingAfter, invalidFile, nameProblem } from '#lib/domain/uploads/check-file.ts';
import { senderOf } from '#lib/domain/uploads/quota.ts';
import { findUnrecordedUpload } from '#lib/domain/uploads/reads.ts';
import { addUpload } from '#lib/domain/uploads/writes/add-upload.ts';
import { markGuaranteeKept } from '#lib/domain/uploads/writes/keep-uploads.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { cleanFileName } from '#lib/platform/storage/file-name.ts';
import { detectKind } from '#lib/platform/storage/inspection/file-kinds.ts';
import { withFileSource } from '#lib/platform/storage/inspection/sources.ts';
import { type BufferedFile, hashOf, receiveFile } from '#lib/platform/storage/receive.ts';

/** The document of a record: an upload that only this record uses, and its SHA-256 in hex. */
export type IssuedFile = { uploadId: string; sha256: string };

const acceptedContentTypes: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/jpeg',
  'image/png',
]);
const acceptedText = 'Sube el documento como PDF, JPG o PNG.';

/** `title` is the name that its owner gave the document in the vault. */
type Names = { fileName: string; title?: string | null };
type NamedFile = BufferedFile & Names;

/** Stores a file for a day, until a record names it. Returns its id. Throws `invalid_file`. */
export async function storeDocument(
  { accountId }: Pick<SignedInCtx, 'accountId'>,
  file: NamedFile,
): Promise<string> {
  const { title } = file;
  const fileName = cleanFileName(file.fileName);
  const kind = await withFileSource(file, (source) => detectKind(source, fileName));
  if (nameProblem(fileName) || (kind && !acceptedContentTypes.has(kind.contentType)))
    throw invalidFile('mismatch', acceptedText);
  return addUpload({ kind: 'garantia', fileName, title, sender: senderOf({ accountId }) }, file);
}

/** Hashes a stored document. Throws `validation_failed` if the document no longer exists. */
export async function hashStoredDocument(uploadId: string): Promise<IssuedFile> {
  const upload = await findUnrecordedUpload(uploadId);
  if (!upload || !acceptedContentTypes.has(upload.contentType)) throw goneDocumentError();
  const stream = await getStorage().read(upload.objectKey);
  if (!stream) throw goneDocumentError();
  const sha256 = await hashOf(stream).catch((cause) => {
    throw new AppError('unavailable', { cause });
  });
  return { uploadId, sha256 };
}

/** Copies a vault document, so that later changes in the vault do not change the record. */
export async function copyFromVault(ctx: SignedInCtx, documentId: string): Promise<IssuedFile> {
  const document = await findOwnDocument(ctx.holderId, documentId);
  if (!document) throw goneDocumentError();
  const { fileName, customTitle: title } = document;
  return storeCopy(ctx, await readDocument(document), { fileName, title });
}

/** Copies the document of another record, which also stays there. */
export async function copyStoredDocument(
  ctx: SignedInCtx,
  { objectKey, ...names }: { objectKey: string } & Names,
): Promise<IssuedFile> {
  const content = await getStorage().read(objectKey);
  if (!content) throw goneDocumentError();
  return storeCopy(ctx, content, names);
}

async function storeCopy(
  ctx: SignedInCtx,
  content: Readable,
  { fileName, title }: Names,
): Promise<IssuedFile> {
  const { maxUploadBytes: maxBytes } = getEnv();
  const copy = await receiveFile(content, { maxBytes });
  return hashStoredDocument(
    await deletingAfter(copy, () => storeDocument(ctx, { ...copy, fileName, title })),
  );
}

/** Marks the upload as kept, in the transaction of its record. */
export async function markDocumentKept(
  tx: Tx,
  { uploadId }: IssuedFile,
  { submissionId, now }: { submissionId: number | null; now: number },
): Promise<void> {
  const isKept = await markGuaranteeKept(tx, uploadId, { submissionId, now });
  if (!isKept) throw goneDocumentError();
}

function goneDocumentError(): AppError {
  return new AppError('validation_failed', { fields: { documentId: issuedRefusal.document } });
}
