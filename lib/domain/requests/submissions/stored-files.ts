import type { GuaranteeRequest } from '#lib/domain/requests/submissions/view.ts';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';

/**
 * Returns the id of an upload. `file` is the kind of an attachment, or the id of a file that was
 * added later.
 */
export function uploadIdOf(
  { answers, files }: Pick<GuaranteeRequest, 'answers' | 'files'>,
  file: string,
): string | undefined {
  const named = uploadKinds.find((kind) => kind === file);
  const attachment = named && answers[named];
  if (attachment && 'uploadId' in attachment) return attachment.uploadId;
  return files.find(({ id, addedAt }) => id === file && addedAt !== null)?.id;
}

export function listFileIds({
  answers,
  files,
}: Pick<GuaranteeRequest, 'answers' | 'files'>): string[] {
  const attachmentIds = uploadKinds.flatMap((kind) => {
    const file = answers[kind];
    return file && 'uploadId' in file ? [file.uploadId] : [];
  });
  return [...new Set([...attachmentIds, ...files.map(({ id }) => id)])];
}
