import {
  addFiles,
  type SentFile,
} from '#lib/domain/requests/applicant/writes/files-and-messages.ts';
import { senderOf } from '#lib/domain/uploads/quota.ts';
import { addUpload } from '#lib/domain/uploads/writes/add-upload.ts';
import { verifyUpload } from '#lib/domain/uploads/writes/open-upload.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { MultipartFile } from '#lib/platform/operations/files.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

export const MESSAGE_FILES = 'archivos';

/**
 * Stores the files of a message after its form was checked and before the message is stored. Until
 * they are added to the message, they count as pending uploads of the sender. Throws
 * `validation_failed` with the name of the refused file.
 */
export async function storeMessageFiles(
  ctx: RequestCtx,
  files: readonly MultipartFile[],
): Promise<SentFile[]> {
  const sentFiles: SentFile[] = [];
  for (const file of files) {
    try {
      const { fileName } = file;
      const uploadId = await addUpload(
        { kind: 'adicional', fileName, sender: senderOf(ctx) },
        file,
      );
      sentFiles.push({
        uploadId,
        kind: 'adicional',
        field: MESSAGE_FILES,
        isOwn: false,
        requestedDocumentId: undefined,
        ...(await verifyUpload(uploadId)),
      });
    } catch (error) {
      const message =
        error instanceof AppError && refusalCodes.includes(error.code) && error.detail.message;
      if (!message) throw error;
      const text = `${file.fileName}: ${message} Elige los archivos otra vez.`;
      throw new AppError('validation_failed', { fields: { [MESSAGE_FILES]: text } });
    }
  }
  return sentFiles;
}

const refusalCodes = ['invalid_file', 'payload_too_large', 'validation_failed', 'rate_limited'];

/** Adds the stored files to the message whose page is at `path`. */
export async function addMessageFiles(
  ctx: RequestCtx,
  path: string,
  form: { files: readonly SentFile[]; viewId: string | undefined },
): Promise<void> {
  const token = path.slice(path.lastIndexOf('/') + 1);
  await addFiles(ctx, { kind: 'lead-receipt', token }, form);
}
