import { z } from 'zod';
import { senderOf } from '#lib/domain/uploads/quota.ts';
import { downloadUrl, uploadUrlQuery } from '#lib/domain/uploads/schema.ts';
import { requestUpload } from '#lib/domain/uploads/writes/request-upload.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { successField } from '#lib/platform/operations/replies.ts';

export const getUploadUrl = defineOperation({
  method: 'GET',
  path: '/api/guarantees/upload-url',
  auth: 'guest',
  csrf: true,
  limit: { name: 'guarantees/upload-url', points: 60, seconds: 600, per: 'ip' },
  query: uploadUrlQuery,
  reply: z.object({
    success: successField,
    presignedUrl: z.url().describe('Where to `PUT` the bytes of the file, for 15 minutes.'),
    downloadUrl,
  }),
  errors: ['invalid_file', 'payload_too_large', 'not_configured', 'unavailable'],
  summary: 'Announce an attachment; PUT the file to `presignedUrl` within 15 minutes',
  handler: async (ctx, { query: { type, fileName, contentType, size } }) => {
    const { presignedUrl, downloadUrl } = await requestUpload({
      kind: type,
      fileName,
      contentType,
      size,
      sender: senderOf(ctx),
    });
    return { success: true, presignedUrl, downloadUrl } as const;
  },
});
