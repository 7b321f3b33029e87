import { checkObject, collectUpload } from '#lib/domain/uploads/arrivals.ts';
import { findUpload, type Upload } from '#lib/domain/uploads/reads.ts';
import { AppError } from '#lib/platform/errors.ts';
import { getStorage } from '#lib/platform/storage/open.ts';

const LINK_SECONDS = 5 * 60;

/**
 * Proves before a submission that a file is there, with its size and its content. Throws
 * `not_found`, `payload_too_large` or `invalid_file`.
 */
export async function verifyUpload(id: string): Promise<{ fileName: string; size: number }> {
  const upload = await arrivedUpload(id);
  const { size } = await checkObject(upload.objectKey, upload.fileName);
  if (size !== upload.size) throw new AppError('not_found');
  return { fileName: upload.fileName, size };
}

export type OpenedUpload =
  | { redirect: string }
  | { objectKey: string; fileName: string; contentType: string; size: number };

/** For a download: a 5-minute address of the store, or the object to send. `not_found`. */
export async function openUpload(id: string): Promise<OpenedUpload> {
  const { objectKey, fileName, contentType, size } = await arrivedUpload(id);
  const options = { fileName, contentType, expiresInSeconds: LINK_SECONDS };
  const redirect = await getStorage().presignGet(objectKey, options);
  return redirect ? { redirect } : { objectKey, fileName, contentType, size: size ?? 0 };
}

/** What was sent straight to the store is taken over at its first use. */
async function arrivedUpload(id: string): Promise<Upload> {
  let upload = await findUpload(id);
  if (upload?.state === 'requested') {
    await collectUpload(upload);
    upload = await findUpload(id);
  }
  if (!upload || upload.state === 'removing') throw new AppError('not_found');
  return upload;
}
