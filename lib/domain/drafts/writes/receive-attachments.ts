import { type AttachedFile, attachFiles } from '#lib/domain/documents/attached-files.ts';
import { findDraftKey } from '#lib/domain/drafts/browser.ts';
import { type DraftKey, findDraft } from '#lib/domain/drafts/reads.ts';
import { mayOpen, nextPage, type WizardPage } from '#lib/domain/drafts/rules.ts';
import { attachmentsOf, type DraftAttachment } from '#lib/domain/drafts/schema.ts';
import { markAnswered } from '#lib/domain/drafts/writes/accept-page.ts';
import { countNewDraft } from '#lib/domain/drafts/writes/begin-draft.ts';
import { changeDraft, type SaveResult } from '#lib/domain/drafts/writes/change-draft.ts';
import { attemptOf } from '#lib/domain/drafts/writes/save-page.ts';
import { setAttachments } from '#lib/domain/drafts/writes/set-attachments.ts';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';
import { uploadIdFrom } from '#lib/domain/uploads/view.ts';
import { holdUpload, releaseUpload } from '#lib/domain/uploads/writes/keep-uploads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';
import type { UploadBody } from '#lib/platform/operations/files.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

/** Maximum number of files of one kind in a draft. */
const MAX_PER_KIND = 10;

/**
 * Attaches or removes (`quitar`) files of the draft `id`. With `guardar`, the page stays open, and
 * no draft is begun: returns null if none exists.
 */
export async function receiveAttachments(
  ctx: RequestCtx,
  id: string | undefined,
  received: UploadBody,
): Promise<SaveResult | null> {
  const {
    attached: attachedFiles,
    fields,
    errors,
  } = await attachFiles(ctx, received, {
    fields: ['quitar', 'guardar'],
    maxPerField: MAX_PER_KIND,
  });
  const shouldStay = fields.guardar !== undefined;
  const key = await findDraftKey(ctx, id);
  if (shouldStay && !(key && (await findDraft(getDb().read, key, ctx.now)))) return null;
  if (!key) await countNewDraft(ctx);
  return saveAttachments(
    key,
    { attached: attachedFiles, errors, removed: fields.quitar, keepsPage: shouldStay },
    ctx.now,
  );
}

type AttachmentChange = {
  attached: readonly AttachedFile[];
  errors: FieldErrors;
  /** A kind, the id of a file, or the download URL of a file, which a script knows. */
  removed: string | undefined;
  /** True if the page stays open, because its script sends each file when the person chooses it. */
  keepsPage: boolean;
};

/**
 * Saves the uploaded files of a draft beside the earlier ones. If a file is refused, the others are
 * saved all the same. The next page follows only if nothing was refused or removed and `keepsPage` is
 * not set.
 */
async function saveAttachments(
  key: DraftKey | null,
  { attached: attachedFiles, errors, removed: removedRef, keepsPage: shouldStay }: AttachmentChange,
  now: number,
): Promise<SaveResult> {
  const page: WizardPage = { step: 'documentos' };
  const removedId = removedRef && uploadIdFrom(removedRef);
  return changeDraft(key, now, async (draft, tx, isNew) => {
    const { answers } = draft;
    if (!isNew && !mayOpen(answers, page)) return nextPage(answers);
    for (const kind of uploadKinds) {
      const files: DraftAttachment[] = [];
      for (const file of attachmentsOf(answers, kind)) {
        if (removedRef !== kind && removedId !== file.uploadId) files.push(file);
        else await releaseUpload(tx, file.uploadId, draft.id);
      }
      for (const { uploadId, fileName, size, holderId, ...file } of attachedFiles) {
        if (file.kind !== kind || files.some((other) => other.uploadId === uploadId)) continue;
        // A file that is sent again, for example by a second click, takes the place of the first
        // copy.
        const duplicateAt = files.findIndex(
          (one) => one.fileName === fileName && one.size === size,
        );
        const [previous] = duplicateAt < 0 ? [] : files.splice(duplicateAt, 1);
        if (previous) await releaseUpload(tx, previous.uploadId, draft.id);
        if (files.length >= MAX_PER_KIND) {
          const refusal = `${fileName}: caben ${MAX_PER_KIND} archivos aquí. Quita uno para agregarlo.`;
          errors[kind] = [errors[kind], refusal].filter(Boolean).join(' ');
          continue;
        }
        await holdUpload(tx, uploadId, draft.id);
        files.push({ uploadId, fileName, size, ...(holderId && { holderId }) });
      }
      setAttachments(answers, kind, files);
    }
    const hasErrors = Object.keys(errors).length > 0;
    draft.attempt = hasErrors ? attemptOf({ page, values: {} }, errors) : null;
    if (hasErrors || shouldStay) return page;
    if (!removedRef) {
      markAnswered(answers, 'documentos');
      return nextPage(answers);
    }
    answers.answered = answers.answered.filter((step) => step !== 'documentos');
    return page;
  });
}
