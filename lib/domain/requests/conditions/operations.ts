import { conditionsBody } from '#lib/domain/requests/conditions/schema.ts';
import { sendConditions } from '#lib/domain/requests/conditions/writes.ts';
import { leadParams } from '#lib/domain/requests/team/schema.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { messageReply, withMessage } from '#lib/platform/operations/replies.ts';

export const postConditions = defineOperation({
  method: 'POST',
  path: '/api/admin/leads/{id}/conditions',
  auth: 'admin',
  sudo: true,
  limit: { name: 'admin/conditions', points: 60, seconds: 600, per: 'account' },
  params: leadParams,
  body: conditionsBody,
  reply: messageReply,
  errors: ['conflict'],
  summary: 'Send conditions to the applicant by mail; they replace the previous version',
  handler: async (ctx, { params, body }) => {
    await sendConditions(ctx, params.id, body);
    return withMessage('Las condiciones van en camino.');
  },
});
