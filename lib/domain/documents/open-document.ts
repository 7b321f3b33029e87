import type { Readable } from 'node:stream';
import { recordView } from '#lib/domain/audit/writes.ts';
import {
  findOpenableDocument,
  type OpenableDocument,
  type StoredDocument,
} from '#lib/domain/documents/reads/documents.ts';
import { stillScanningError } from '#lib/domain/uploads/check-file.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { getStorage } from '#lib/platform/storage/client.ts';

/**
 * Finds a document that may be shown and, if the team views it, audits that. Throws
 * `document_not_found`, `forbidden` for a document of another account holder, and `conflict` for a
 * document that is not scanned yet.
 */
export async function openDocument(
  ctx: SignedInCtx | AdminCtx,
  fileId: string,
): Promise<OpenableDocument> {
  const document = await findOpenableDocument(ctx, fileId);
  if (!document) throw new AppError('document_not_found');
  if (document === 'foreign') throw new AppError('forbidden');
  if (document.state !== 'former') checkOpenable(document);
  await recordTeamView(ctx, document);
  return document;
}

/** Audits that an advisor views a document of another account holder, before it is shown. */
export async function recordTeamView(
  ctx: SignedInCtx | AdminCtx,
  { id, accountId }: Pick<StoredDocument, 'id' | 'accountId'>,
): Promise<void> {
  if (accountId === ctx.holderId || ctx.role !== 'admin') return;
  const subject = `document:${id}`;
  await recordView(ctx, { action: 'document.seen-by-team', subject, accountId });
}

/**
 * Opens the bytes of a document as a stream. Throws `document_not_found`, or `conflict` if the
 * document is not scanned yet.
 */
export async function readDocument(document: OpenableDocument): Promise<Readable> {
  checkOpenable(document);
  const stream = await getStorage().read(document.objectKey);
  if (!stream) throw new AppError('document_not_found');
  return stream;
}

/**
 * Refuses every document that no scan has passed: with `conflict` if it waits for its scan,
 * otherwise with `document_not_found`.
 */
export function checkOpenable({ state }: { state: string }): void {
  if (state === 'kept') return;
  if (state !== 'waiting') throw new AppError('document_not_found');
  throw stillScanningError();
}
