import { findOwnDocument } from '#lib/domain/documents/reads/documents.ts';
import type { DocumentReading } from '#lib/domain/documents/schema.ts';
import { readStoredFile } from '#lib/domain/documents/writes/read-documents.ts';
import { findUnrecordedUpload } from '#lib/domain/uploads/reads.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { withTimeout } from '#lib/platform/process/timeout.ts';

/** How long a form waits for its document to be read. */
const READ_MS = 20_000;
/**
 * Maximum number of readings in memory. A form needs its reading again for each press of a button
 * and each page.
 */
const MAX_KEPT_READINGS = 100;

/**
 * Reads a stored document. Returns null if that takes too long; the reading continues, and the next
 * call returns it. Stored bytes never change, so a cached reading stays right.
 */
export function readDocumentInTime(objectKey: string): Promise<DocumentReading | null> {
  const readings = singleton(
    'guarantee-readings',
    () => new Map<string, ReturnType<typeof readStoredFile>>(),
  );
  const reading = readings.get(objectKey) ?? readStoredFile(objectKey);
  readings.set(objectKey, reading);
  for (const oldest of readings.keys()) {
    if (readings.size <= MAX_KEPT_READINGS) break;
    readings.delete(oldest);
  }
  const forgetReading = () => readings.delete(objectKey);
  reading.then((facts) => facts ?? forgetReading(), forgetReading);
  return withTimeout(reading, READ_MS, () => null);
}

/** Returns the key of the document that a form names, unless it waits for its virus scan. */
export async function findDocumentKey(
  ctx: SignedInCtx | AdminCtx,
  { documentId, subido = documentId }: Record<string, string | undefined>,
): Promise<string | undefined> {
  if (documentId && ctx.auth === 'signedIn') {
    const document = await findOwnDocument(ctx.holderId, documentId);
    return document?.state === 'kept' ? document.objectKey : undefined;
  }
  return findUploadKey(subido);
}

async function findUploadKey(uploadId: string | undefined): Promise<string | undefined> {
  const upload = await findUnrecordedUpload(uploadId);
  return upload?.verdict === 'waiting' ? undefined : upload?.objectKey;
}

export async function readUpload(uploadId: string | undefined): Promise<DocumentReading | null> {
  const key = await findUploadKey(uploadId);
  return key === undefined ? null : readDocumentInTime(key);
}
