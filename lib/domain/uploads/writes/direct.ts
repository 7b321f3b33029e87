import { and, asc, eq, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { findUpload, type Upload } from '#lib/domain/uploads/reads.ts';
import { PUT_SECONDS } from '#lib/domain/uploads/view.ts';
import { storeUpload } from '#lib/domain/uploads/writes/add-upload.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { getObjectStore } from '#lib/platform/storage/client.ts';
import { withExactSize } from '#lib/platform/storage/exact-size.ts';
import { receiveFile, tooLargeError } from '#lib/platform/storage/receive.ts';

// The app never serves the keys to which senders upload directly. A presigned URL accepts further
// files until it ends, so a checked file must not stay there.

const MEASURE_INTERVAL_MS = 10 * MINUTE;
const MAX_ARRIVAL_CHECKS = 1_000;

export function isInBucket({ state, objectKey }: Upload): boolean {
  return state === 'requested' && objectKey !== '';
}

/**
 * Checks a file that its sender put into the bucket, and stores it under a new key. A refused file
 * is deleted. Throws `not_found` if the file never came, `payload_too_large` if it is over the
 * limit, `unavailable` if reading it breaks off, and the errors of `storeUpload` except `conflict`.
 */
export async function storeFromBucket({ id, objectKey }: Upload): Promise<Upload | null> {
  try {
    await storeUpload(id, await fetchObject(objectKey));
  } catch (error) {
    const code = error instanceof AppError ? error.code : '';
    if (['invalid_file', 'payload_too_large'].includes(code)) {
      await getObjectStore().remove(objectKey);
    }
    // `conflict` means that another request has stored the file.
    if (code !== 'conflict') throw error;
  }
  return findUpload(id);
}

async function fetchObject(key: string) {
  const { maxUploadBytes: maxBytes } = getEnv();
  const object = await getObjectStore().head(key);
  if (!object) throw new AppError('not_found');
  if (object.size > maxBytes) throw tooLargeError(maxBytes);
  const stream = await getObjectStore().read(key);
  if (!stream) throw new AppError('not_found');
  try {
    return await receiveFile(withExactSize(stream, object.size), { maxBytes });
  } catch (cause) {
    // If the body breaks off here, the storage is at fault and not the sender.
    const isBroken = cause instanceof AppError && cause.code === 'validation_failed';
    throw isBroken ? new AppError('unavailable', { cause }) : cause;
  } finally {
    stream.destroy();
  }
}

/**
 * Checks files in the bucket that no form names yet, every ten minutes of their first hour. Counts
 * their true size, deletes files that are too large, and frees the quota of files that never came.
 */
export async function measureUploads(now: number): Promise<void> {
  const dueBefore = now - MEASURE_INTERVAL_MS;
  const dueCondition = and(
    eq(uploads.state, 'requested'),
    lte(uploads.createdAt, dueBefore),
    ne(uploads.objectKey, ''),
    or(
      isNull(uploads.arrivedAt),
      and(
        lte(uploads.arrivedAt, dueBefore),
        lt(uploads.arrivedAt, sql`${uploads.createdAt} + ${HOUR}`),
      ),
    ),
  );
  const dueUploads = await getDb()
    .read.select()
    .from(uploads)
    .where(dueCondition)
    .orderBy(asc(uploads.createdAt))
    .limit(MAX_ARRIVAL_CHECKS);
  for (const upload of dueUploads) await measureUpload(upload, now);
}

async function measureUpload({ id, objectKey, createdAt }: Upload, now: number): Promise<void> {
  const object = await getObjectStore().head(objectKey);
  const unnamedCondition = and(eq(uploads.id, id), eq(uploads.state, 'requested'));
  const change = (values: Partial<Upload>) =>
    getDb().write((tx) => tx.update(uploads).set(values).where(unnamedCondition).returning());
  if (object && object.size <= getEnv().maxUploadBytes) {
    await change({ size: object.size, arrivedAt: now });
    return;
  }
  if (!object && createdAt + PUT_SECONDS * 1000 > now) return;
  const endedUploads = await change({ state: 'removing', sender: null });
  // The row stays for an hour. An object that reaches the bucket later is then removed too.
  if (object && endedUploads.length > 0) await getObjectStore().remove(objectKey);
}
