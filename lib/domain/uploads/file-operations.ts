import { z } from 'zod';
import { deletingAfter } from '#lib/domain/uploads/check-file.ts';
import { senderOf } from '#lib/domain/uploads/quota.ts';
import { downloadUrl, uploadProxyFields } from '#lib/domain/uploads/schema.ts';
import { checkSignature, downloadUrlOf, uploadIdOfToken } from '#lib/domain/uploads/view.ts';
import { addUpload, storeUpload } from '#lib/domain/uploads/writes/add-upload.ts';
import {
  countPendingOpening,
  openUpload,
  tryConsumePartBytes,
  UPLOAD_PARTS_SECONDS,
} from '#lib/domain/uploads/writes/open-upload.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { fieldErrors, tokenParams } from '#lib/platform/operations/fields.ts';
import { fileStatuses, fileTypes, uploadErrors } from '#lib/platform/operations/files.ts';
import { defineFile, defineUpload } from '#lib/platform/operations/operation.ts';
import { successField } from '#lib/platform/operations/replies.ts';
import { createTicket, openTicket } from '#lib/platform/security/tickets.ts';

const announcedIdParam = z.string().describe('Id of the announced attachment.');

export const putUpload = defineUpload({
  method: 'PUT',
  path: '/api/guarantees/uploads/{id}',
  auth: 'guest',
  limit: { name: 'guarantees/uploads', points: 120, seconds: 600, per: 'ip' },
  accepts: '*/*',
  params: z.object({ id: announcedIdParam.regex(/^[\w-]{22}$/) }),
  // A missing signature counts as an empty one. It is then refused with 403, as a wrong one is.
  query: z.object({
    expires: z
      .string()
      .default('')
      .describe('Time until which the URL works, in seconds since the epoch.'),
    signature: z.string().default('').describe('Signature of the URL.'),
  }),
  reply: z.object({ success: successField }),
  errors: ['forbidden', 'not_found', 'conflict', ...uploadErrors],
  summary: 'Upload the bytes of an announced attachment',
  handler: async (ctx, { params, query }, received) => {
    checkSignature(params.id, query.expires, query.signature, ctx.now);
    await storeUpload(params.id, await received.bytes());
    return { success: true } as const;
  },
});

export const postUploadProxy = defineUpload({
  path: '/api/guarantees/upload-proxy',
  auth: 'guest',
  limit: { name: 'guarantees/upload-proxy', points: 60, seconds: 600, per: 'ip' },
  accepts: 'multipart/form-data',
  form: { fields: uploadProxyFields, file: 'file' },
  reply: z.object({ success: successField, downloadUrl }),
  errors: ['validation_failed', 'unsupported_media_type', ...uploadErrors],
  summary: 'Send an attachment as a form with `type` and `file`',
  handler: async (ctx, _input, received) => {
    const { fields, files } = await received.form({ fields: ['type'], fileFields: ['file'] });
    const [file] = files;
    const parsed = uploadProxyFields.safeParse(fields);
    const problems = parsed.success ? {} : fieldErrors(parsed.error);
    if (!file) {
      throw new AppError('validation_failed', {
        fields: { ...problems, file: 'Adjunta un archivo.' },
      });
    }
    const id = await deletingAfter(file, async () => {
      if (!parsed.success) throw new AppError('validation_failed', { fields: problems });
      const kind = parsed.data.type;
      return addUpload({ kind, fileName: file.fileName, sender: senderOf(ctx) }, file);
    });
    return { success: true, downloadUrl: downloadUrlOf(id) } as const;
  },
});

const FILES = '/api/guarantees/files';

export const getUploadedFile = defineFile({
  path: `${FILES}/{token}`,
  auth: 'guest',
  limit: { name: 'guarantees/files', points: 300, seconds: 600, per: 'ip' },
  produces: fileTypes,
  setsCookies: ['attachmentSending'],
  params: tokenParams,
  errors: ['not_found', 'conflict', 'share_expired', ...uploadErrors],
  alsoAnswers: {
    ...fileStatuses,
    302: 'The file lives in S3: `Location` is an address that works for 5 minutes.',
  },
  summary: 'Download an attachment',
  handler: async (ctx, { params }, method) => {
    const id = uploadIdOfToken(params.token);
    if (!id) throw new AppError('not_found');
    const file = await openUpload(id, ctx.now, method);
    if ('redirect' in file) return file;
    return {
      file,
      disposition: 'attachment',
      onSend: async (part) => {
        if (!file.isPending) return;
        const proof = ctx.browser.get('attachmentSending');
        const hasOpenedFile = openTicket('upload-sending', proof, ctx.now)?.[0] === id;
        const isLaterPart = hasOpenedFile && part !== 'whole' && part.start > 0;
        if (isLaterPart && (await tryConsumePartBytes(file, part.end - part.start + 1, ctx.now)))
          return;
        await countPendingOpening(id);
        const token = createTicket('upload-sending', [id], ctx.now + UPLOAD_PARTS_SECONDS * 1000);
        ctx.browser.set('attachmentSending', token, { seconds: UPLOAD_PARTS_SECONDS, path: FILES });
      },
    };
  },
});
