import { attachFiles } from '#lib/domain/documents/attached-files.ts';
import { draftKeyOf } from '#lib/domain/drafts/browser.ts';
import { type DraftKey, readDraft } from '#lib/domain/drafts/reads.ts';
import { mayOpen, nextPlace, type WizardPage } from '#lib/domain/drafts/rules.ts';
import type { Attachments } from '#lib/domain/drafts/schema.ts';
import { markAnswered } from '#lib/domain/drafts/writes/accept-page.ts';
import { countNewDraft } from '#lib/domain/drafts/writes/begin-draft.ts';
import { changeDraft, type SaveResult } from '#lib/domain/drafts/writes/change-draft.ts';
import { attemptOf } from '#lib/domain/drafts/writes/save-page.ts';
import { type UploadKind, uploadKinds } from '#lib/domain/uploads/schema.ts';
import { holdUpload, releaseUpload } from '#lib/domain/uploads/writes/keep-uploads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';
import type { UploadBody } from '#lib/platform/operations/files.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

/**
 * Attaches, replaces or removes (`quitar`) files of the draft `id`. With `guardar` the page stays
 * open and no draft is begun: returns null if there is none.
 */
export async function receiveAttachments(
  ctx: RequestCtx,
  id: string | undefined,
  received: UploadBody,
): Promise<SaveResult | null> {
  const attachResult = await attachFiles(ctx, received, { fields: ['quitar', 'guardar'] });
  const { attached: files, fields, errors } = attachResult;
  const attached: Attachments = {};
  for (const { kind, uploadId, fileName, size, holderId } of files) {
    attached[kind] = { uploadId, fileName, size, ...(holderId && { holderId }) };
  }
  const removed = uploadKinds.find((kind) => kind === fields.quitar);
  const stay = fields.guardar !== undefined;
  const key = await draftKeyOf(ctx, id);
  if (stay && !(key && (await readDraft(getDb().read, key, ctx.now)))) return null;
  if (!key) await countNewDraft(ctx);
  return saveAttachments(key, { attached, errors, removed, stay }, ctx.now);
}

type Upload = {
  attached: Attachments;
  errors: FieldErrors;
  removed: UploadKind | undefined;
  /** Whether the page stays open, because a script sends each file when it is chosen. */
  stay: boolean;
};

/**
 * Saves the uploaded files of a draft. A refused file leaves its field unchanged. The next page
 * follows only if nothing was refused or removed and `stay` is not set.
 */
async function saveAttachments(
  key: DraftKey | null,
  { attached, errors, removed, stay }: Upload,
  now: number,
): Promise<SaveResult> {
  const place: WizardPage = { step: 'documentos' };
  return changeDraft(key, now, async (draft, tx, isNew) => {
    const { answers } = draft;
    if (!isNew && !mayOpen(answers, place)) return nextPlace(answers);
    for (const kind of uploadKinds) {
      const [former, file] = [answers[kind], attached[kind]];
      if (former && (file || removed === kind)) await releaseUpload(tx, former.uploadId, draft.id);
      if (removed === kind) delete answers[kind];
      if (!file) continue;
      await holdUpload(tx, file.uploadId, draft.id);
      answers[kind] = file;
    }
    const refused = Object.keys(errors).length > 0;
    draft.attempt = refused ? attemptOf({ place, values: {} }, errors) : null;
    if (refused || stay) return place;
    if (!removed) {
      markAnswered(answers, 'documentos');
      return nextPlace(answers);
    }
    answers.answered = answers.answered.filter((step) => step !== 'documentos');
    return place;
  });
}
