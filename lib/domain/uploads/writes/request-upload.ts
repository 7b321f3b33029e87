import { checkPendingQuota } from '#lib/domain/uploads/quota.ts';
import { BUCKET_UPLOAD_PREFIX } from '#lib/domain/uploads/reads.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { downloadUrlOf, PUT_SECONDS, signedPutUrl } from '#lib/domain/uploads/view.ts';
import { checkExtension } from '#lib/domain/uploads/writes/add-upload.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId, randomToken } from '#lib/platform/security/ids.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { cleanFileName } from '#lib/platform/storage/file-name.ts';
import { tooLargeError } from '#lib/platform/storage/receive.ts';

type NewUpload = {
  kind: UploadKind;
  fileName: string;
  contentType: string;
  /** Bytes, or undefined if the sender did not declare the size. */
  size: number | undefined;
  sender: string;
};

/**
 * Returns a URL that takes a PUT for 15 minutes: the bucket's if browsers can reach it, otherwise
 * the app's. Throws `payload_too_large` if the declared size is over the limit, `invalid_file` if
 * the name has no accepted extension, and the errors of `checkPendingQuota`.
 */
export async function requestUpload({ size, ...upload }: NewUpload) {
  const { maxUploadBytes } = getEnv();
  if (size !== undefined && size > maxUploadBytes) throw tooLargeError(maxUploadBytes);
  const id = randomId();
  const fileName = cleanFileName(upload.fileName);
  checkExtension(fileName);
  const createdAt = now();
  const key = `${BUCKET_UPLOAD_PREFIX}${randomToken()}`;
  const bucketUrl = await getStorage().presignPut(key, { size, expiresInSeconds: PUT_SECONDS });
  // A file that goes to the bucket does not pass through the app, so its size (by default the
  // maximum) is counted now.
  const target = bucketUrl
    ? { objectKey: key, size: size ?? maxUploadBytes }
    : { objectKey: '', size: null };
  const row = { ...upload, ...target, id, fileName, state: 'requested' as const, createdAt };
  await getDb().write(async (tx) => {
    await checkPendingQuota(tx, upload.sender, { files: 1, bytes: target.size ?? 0 });
    await tx.insert(uploads).values(row);
  });
  const presignedUrl = bucketUrl ?? signedPutUrl(id, createdAt);
  return { id, presignedUrl, downloadUrl: downloadUrlOf(id) };
}
