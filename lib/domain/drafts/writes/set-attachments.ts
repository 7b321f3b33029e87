import type { Attachments, DraftAttachment } from '#lib/domain/drafts/schema.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';

/** Replaces the files of a kind. The first file goes where the API's answers have it. */
export function setAttachments(
  attachments: Attachments,
  kind: UploadKind,
  [first, ...others]: readonly DraftAttachment[],
): void {
  const laterFiles = [
    ...(attachments.more ?? []).filter((file) => file.kind !== kind),
    ...others.map((file) => ({ ...file, kind })),
  ];
  if (first) {
    const { uploadId, fileName, size, holderId } = first;
    attachments[kind] = { uploadId, fileName, size, ...(holderId && { holderId }) };
  } else delete attachments[kind];
  if (laterFiles.length > 0) attachments.more = laterFiles;
  else delete attachments.more;
}
