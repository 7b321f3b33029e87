import { and, eq, lt, or, sql } from 'drizzle-orm';
import { invalidFile } from '#lib/domain/uploads/check-file.ts';
import { findUpload, requireScanned, type Upload } from '#lib/domain/uploads/reads.ts';
import { checkObject } from '#lib/domain/uploads/writes/add-upload.ts';
import { isInBucket, storeFromBucket } from '#lib/domain/uploads/writes/direct.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { now as currentTime } from '#lib/platform/process/clock.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { consumePoint, tryConsume } from '#lib/platform/security/rate-limits.ts';
import { getStorage } from '#lib/platform/storage/client.ts';

const LINK_SECONDS = 5 * 60;
/**
 * Time for which a file can be opened before its request is sent. It is short, so that nobody uses
 * this site to host files.
 */
const PENDING_MS = HOUR;
/** How often a file can be opened before its request is sent. */
const PENDING_OPENINGS = 5;
/** Time for which the parts of an opened file can be fetched. */
export const UPLOAD_PARTS_SECONDS = 15 * 60;
/**
 * Parts of an opened file may be fetched in `UPLOAD_PARTS_SECONDS` up to this many times its size.
 */
const PARTS_TIMES = 2;

/**
 * Checks an upload that a request names. Throws `share_expired` if its upload URL has expired,
 * `invalid_file` if the file is infected, and the errors of `checkObject`.
 */
export async function verifyUpload(id: string): Promise<{ fileName: string; size: number }> {
  const upload = await getArrivedUpload(id);
  if (upload.verdict === 'infected') throw invalidFile('infected');
  const { size } = await checkObject(upload.objectKey, upload.fileName);
  if (size !== upload.size) throw new AppError('not_found');
  return { fileName: upload.fileName, size };
}

type OpenedUpload =
  | { redirect: string }
  | {
      id: string;
      isPending: boolean;
      objectKey: string;
      fileName: string;
      contentType: string;
      size: number;
    };

/**
 * Returns how to send a file: a URL of the storage that lasts 5 minutes, or the stored object if
 * the app has to send it, for example before the request is sent. Throws `not_found`,
 * `share_expired` if the URL has expired, and `conflict` until the file was scanned.
 */
export async function openUpload(
  id: string,
  now: number,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<OpenedUpload> {
  const upload = await getArrivedUpload(id);
  const { objectKey, fileName, contentType, arrivedAt } = upload;
  requireScanned(upload);
  const isPending = upload.state === 'arrived';
  if (isPending && (arrivedAt ?? 0) <= now - PENDING_MS) throw noLongerOpenError();
  const options = { method, fileName, contentType, expiresInSeconds: LINK_SECONDS };
  const redirect = isPending ? null : await getStorage().presignGet(objectKey, options);
  if (redirect) return { redirect };
  return { id, isPending, objectKey, fileName, contentType, size: upload.size ?? 0 };
}

/** Returns a file not submitted yet. Throws `not_found`, and `conflict` until it was scanned. */
export async function getUnsentUpload(id: string): Promise<Upload> {
  const upload = await getArrivedUpload(id);
  if (upload.state !== 'arrived') throw new AppError('not_found');
  requireScanned(upload);
  return upload;
}

/**
 * Takes bytes from what one opening allows for partial downloads. Returns false if too few are
 * left.
 */
export async function tryConsumePartBytes(
  { id, size }: { id: string; size: number },
  bytes: number,
  now: number,
): Promise<boolean> {
  const points = PARTS_TIMES * size;
  const window = { name: 'uploads/parts', points, seconds: UPLOAD_PARTS_SECONDS };
  return tryConsume(consumePoint(window, id, now, bytes));
}

/** Counts an opening of a file not submitted yet. Throws `not_found` over the limit. */
export async function countPendingOpening(id: string): Promise<void> {
  const openCondition = or(eq(uploads.state, 'kept'), lt(uploads.openings, PENDING_OPENINGS));
  const countedUploads = await getDb().write((tx) =>
    tx
      .update(uploads)
      .set({ openings: sql`${uploads.openings} + 1` })
      .where(and(eq(uploads.id, id), openCondition))
      .returning({ id: uploads.id }),
  );
  if (countedUploads.length === 0) throw noLongerOpenError();
}

function noLongerOpenError(): AppError {
  const message =
    'Antes de enviar la solicitud este archivo se abre durante una hora y hasta cinco veces.';
  return new AppError('not_found', { message });
}

async function getArrivedUpload(id: string): Promise<Upload> {
  const storedUpload = await findUpload(id);
  const upload =
    storedUpload && isInBucket(storedUpload) ? await storeFromBucket(storedUpload) : storedUpload;
  if (!upload || !['arrived', 'kept'].includes(upload.state)) throw new AppError('not_found');
  const { linkEndsAt } = upload;
  if (linkEndsAt !== null && linkEndsAt <= currentTime()) throw new AppError('share_expired');
  return upload;
}
