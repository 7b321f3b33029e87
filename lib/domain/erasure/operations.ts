import { z } from 'zod';
import { done, justEmail } from '#lib/domain/accounts/schema.ts';
import { eraseAddress, eraseOwnRequest, erasePersonOf } from '#lib/domain/erasure/writes.ts';
import { actionLimit } from '#lib/domain/inbox/operations.ts';
import { leadId } from '#lib/domain/inbox/schema.ts';
import { defineOperation } from '#lib/platform/operation.ts';

export const deleteOwnRequest = defineOperation({
  method: 'DELETE',
  path: '/api/guarantees/mine/{id}',
  auth: 'member',
  limit: { name: 'guarantees/mine/delete', points: 60, seconds: 600, per: 'account' },
  params: z.object({
    id: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .meta({ description: 'Number of the request.' }),
  }),
  reply: done,
  errors: ['not_found'],
  summary: 'Erase a request sent with the own address: answers, files, mails; its number stays',
  handler: async (ctx, { params }) => {
    await eraseOwnRequest(ctx, params.id);
    return { success: true, message: 'Borramos los datos de tu solicitud.' } as const;
  },
});

export const postEraseLead = defineOperation({
  method: 'POST',
  path: '/api/admin/leads/{id}/erase',
  auth: 'admin',
  limit: actionLimit,
  params: leadId,
  reply: done,
  summary: 'Erase the person behind a lead: all that was sent with their address',
  handler: async (ctx, { params }) => {
    await erasePersonOf(ctx, params.id);
    return { success: true, message: 'Borramos los datos de esta persona.' } as const;
  },
});

export const postErasePerson = defineOperation({
  method: 'POST',
  path: '/api/admin/people/erase',
  auth: 'admin',
  limit: actionLimit,
  body: justEmail,
  reply: done,
  summary: 'Erase all that was sent with an address, or asked of it; an account stays',
  handler: async (ctx, { body }) => {
    await eraseAddress(ctx, body.email);
    return { success: true, message: 'Borramos lo que había con este correo.' } as const;
  },
});
