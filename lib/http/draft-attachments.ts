import { z } from 'zod';
import { afterSaving, draftKeyFor, draftLimit } from '#lib/domain/drafts/operations.ts';
import { type AttachmentStep, attachmentSteps } from '#lib/domain/drafts/schema.ts';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import type { Saved } from '#lib/domain/drafts/writes/change-draft.ts';
import {
  refuseAttachment,
  removeAttachment,
  saveAttachment,
  skipAttachment,
} from '#lib/domain/drafts/writes/save-attachment.ts';
import { verifyUpload } from '#lib/domain/uploads/access.ts';
import { addUpload } from '#lib/domain/uploads/add-upload.ts';
import { senderOf } from '#lib/domain/uploads/quota.ts';
import { uploadIdOfUrl } from '#lib/domain/uploads/view.ts';
import { type Multipart, readMultipart } from '#lib/http/multipart.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import { defineStream, type GuestCtx, goTo } from '#lib/platform/operation.ts';

/**
 * A file in the form (no JavaScript), the address of an upload (`subido`), neither, or `quitar`.
 */
export const postAttachment = defineStream({
  method: 'POST',
  path: `${WIZARD}/{paso}/archivo`,
  auth: 'guest',
  limit: [draftLimit, { name: 'drafts/attachments', points: 60, seconds: 600, per: 'address' }],
  accepts: 'multipart/form-data',
  params: z.object({ paso: z.enum(attachmentSteps) }),
  reply: goTo,
  summary: 'Attach, replace or remove a file of the draft',
  handler: async (ctx, { params }, request) => {
    try {
      const form = await readMultipart(request, {
        maxBytes: getEnv().maxUploadBytes,
        fields: ['subido', 'quitar'],
        fileField: 'archivo',
      });
      return afterSaving(ctx, await act(ctx, params.paso, form));
    } catch (error) {
      if (!(error instanceof AppError) || !aboutTheFile.includes(error.code)) throw error;
      const message = error.detail.message ?? 'No recibimos ese archivo. Súbelo otra vez.';
      return afterSaving(
        ctx,
        await refuseAttachment(await draftKeyFor(ctx), params.paso, message, ctx.now),
      );
    }
  },
});

const aboutTheFile = [
  'invalid_file',
  'payload_too_large',
  'validation_failed',
  'not_found',
  'rate_limited',
  'share_expired',
];

async function act(
  ctx: GuestCtx,
  step: AttachmentStep,
  { fields, file }: Multipart,
): Promise<Saved> {
  if (file) {
    const upload = { kind: step, fileName: file.fileName, sender: senderOf(ctx.address) };
    return attach(ctx, step, await addUpload(upload, file));
  }
  const key = await draftKeyFor(ctx);
  if (fields.subido) {
    const uploadId = uploadIdOfUrl(fields.subido);
    if (!uploadId) throw new AppError('not_found');
    return attach(ctx, step, uploadId);
  }
  if (fields.quitar && key) return removeAttachment(key, step, ctx.now);
  return skipAttachment(key, step, ctx.now);
}

async function attach(ctx: GuestCtx, step: AttachmentStep, uploadId: string): Promise<Saved> {
  const { fileName, size } = await verifyUpload(uploadId);
  return saveAttachment(await draftKeyFor(ctx), step, { uploadId, fileName, size }, ctx.now);
}
