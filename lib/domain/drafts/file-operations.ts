import { z } from 'zod';
import { findSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import { findDraftKey } from '#lib/domain/drafts/browser.ts';
import { findDraft } from '#lib/domain/drafts/reads.ts';
import { attachmentsOf, draftParams, mayOpenFile } from '#lib/domain/drafts/schema.ts';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';
import { uploadIdFrom } from '#lib/domain/uploads/view.ts';
import { getUnsentUpload } from '#lib/domain/uploads/writes/open-upload.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { fileStatuses, fileTypes } from '#lib/platform/operations/files.ts';
import { defineFile } from '#lib/platform/operations/operation.ts';
import { isPreviewable } from '#lib/platform/storage/inspection/accepted.ts';

/**
 * Shows a file to the person who attached it. Only the draft can open this URL, so it needs none of
 * the limits that the API's URL of an unsubmitted file has.
 */
export const getDraftFile = defineFile({
  path: '/gestiona-tu-garantia/documentos/ver',
  auth: 'guest',
  limit: { name: 'drafts/file', points: 120, seconds: 600, per: 'ip' },
  produces: fileTypes,
  query: draftParams.extend({ archivo: z.string().max(400) }),
  errors: ['not_found', 'conflict', 'unavailable'],
  alsoAnswers: fileStatuses,
  summary: 'Show a file of a draft',
  handler: async (ctx, { query: { borrador, archivo } }) => {
    const key = await findDraftKey(ctx, borrador);
    const draft = key && (await findDraft(getDb().read, key, ctx.now));
    if (!draft || draft.submissionId) throw new AppError('not_found');
    const id = uploadIdFrom(archivo);
    const attachment = uploadKinds
      .flatMap((kind) => attachmentsOf(draft.answers, kind))
      .find(({ uploadId }) => uploadId === id);
    if (!attachment) throw new AppError('not_found');
    const sender = attachment.holderId ? await findSignedInCtx(ctx) : null;
    if (!mayOpenFile(attachment, sender)) throw new AppError('not_found');
    const { size, ...upload } = await getUnsentUpload(id);
    const disposition = isPreviewable(upload.contentType) ? 'inline' : 'attachment';
    return { file: { ...upload, size: size ?? 0 }, disposition };
  },
});
