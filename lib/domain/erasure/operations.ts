import { z } from 'zod';
import { personEmail } from '#lib/domain/accounts/schema.ts';
import { eraseByEmail, eraseOwnRequest, erasePersonOf } from '#lib/domain/erasure/writes.ts';
import { submissionNumberParam } from '#lib/domain/requests/applicant/schema.ts';
import { actionLimit } from '#lib/domain/requests/team/operations.ts';
import { leadParams } from '#lib/domain/requests/team/schema.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import { messageReply, withMessage } from '#lib/platform/operations/replies.ts';

export const deleteOwnRequest = defineOperation({
  method: 'DELETE',
  path: '/api/guarantees/mine/{id}',
  auth: 'signedIn',
  sudo: true,
  limit: { name: 'guarantees/mine/delete', points: 60, seconds: 600, per: 'account' },
  params: z.object({
    id: submissionNumberParam.describe('Number of the request.'),
  }),
  reply: messageReply,
  errors: ['not_found'],
  summary: 'Erase an own request with its files and mails; its number stays',
  handler: async (ctx, { params }) => {
    await eraseOwnRequest(ctx, params.id);
    return withMessage('Borramos los datos de tu solicitud.');
  },
});

const proofReply = messageReply.extend({
  proof: z
    .int()
    .nullable()
    .describe('Number of the proof of the erasure; null: nothing was there.'),
});

export const postEraseLead = defineOperation({
  method: 'POST',
  path: '/api/admin/leads/{id}/erase',
  auth: 'admin',
  sudo: true,
  limit: actionLimit,
  params: leadParams,
  reply: proofReply,
  summary: 'Erase the person behind a lead; all that they sent with their e-mail is erased',
  handler: async (ctx, { params }) => {
    const proof = await erasePersonOf(ctx, params.id);
    return { ...withMessage('Borramos los datos de esta persona.'), proof };
  },
});

export const postErasePerson = defineOperation({
  method: 'POST',
  path: '/api/admin/people/erase',
  auth: 'admin',
  sudo: true,
  limit: actionLimit,
  body: z.object({ email: personEmail }),
  reply: proofReply,
  summary: 'Erase all that an e-mail sent or was asked for; an account stays',
  handler: async (ctx, { body }) => {
    const proof = await eraseByEmail(ctx, body.email);
    return { ...withMessage('Borramos lo que había con este correo.'), proof };
  },
});
