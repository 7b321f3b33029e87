import { z } from 'zod';
import { isRepeatedSubmission } from '#lib/domain/requests/submissions/reads.ts';
import { submissionBody } from '#lib/domain/requests/submissions/schema.ts';
import { submitRequest } from '#lib/domain/requests/submissions/writes.ts';
import { idempotencyHeader } from '#lib/platform/operations/fields.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { dataReply, messageField } from '#lib/platform/operations/replies.ts';

/** The API and the wizard's last step share this limit. */
export const submissionLimit = {
  name: 'guarantees/public',
  points: 20,
  seconds: 600,
  per: 'ip',
} as const;

export const postGuarantees = defineOperation({
  method: 'POST',
  path: '/api/guarantees/public',
  auth: 'guest',
  captcha: 'submission',
  limit: submissionLimit,
  headers: idempotencyHeader,
  body: submissionBody,
  reply: dataReply(z.object({ submissionId: z.int().describe('Number of the request.') })).extend({
    message: messageField,
  }),
  errors: ['conflict'],
  summary:
    'Send a guarantee request; sending means accepting the privacy text in force (/privacidad)',
  repeats: async ({ body, headers }) => isRepeatedSubmission(body, headers['idempotency-key']),
  handler: async (ctx, { body, headers }) => {
    const submissionId = await submitRequest(ctx, body, headers['idempotency-key']);
    return { success: true, data: { submissionId }, message: 'Recibimos tu solicitud.' } as const;
  },
});
