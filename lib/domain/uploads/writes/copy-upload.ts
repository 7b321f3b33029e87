import { getKeptUpload } from '#lib/domain/uploads/reads.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { addUpload } from '#lib/domain/uploads/writes/add-upload.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { receiveFile } from '#lib/platform/storage/receive.ts';

/**
 * Copies a file of a request to a new upload, for another request. Throws `not_found`, and the
 * errors of `addUpload`.
 */
export async function copyUpload(
  id: string,
  { kind, sender }: { kind: UploadKind; sender: string },
): Promise<{ uploadId: string; fileName: string; size: number }> {
  const { objectKey, fileName } = await getKeptUpload(id);
  const stream = await getStorage().read(objectKey);
  if (!stream) throw new AppError('not_found');
  try {
    const file = await receiveFile(stream, { maxBytes: getEnv().maxUploadBytes });
    const { size } = file;
    return { uploadId: await addUpload({ kind, fileName, sender }, file), fileName, size };
  } finally {
    stream.destroy();
  }
}
