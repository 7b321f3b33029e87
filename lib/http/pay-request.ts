import { z } from 'zod';
import { receiptEmail } from '#lib/domain/payments/schema.ts';
import { payPath } from '#lib/domain/payments/view.ts';
import { payRequest } from '#lib/domain/payments/writes/request-payment.ts';
import { findMember } from '#lib/http/session.ts';
import { defineOperation, goTo } from '#lib/platform/operation.ts';

/** With a session it is the account's payment, without one a guest's: the link is all that is asked. */
export const postPayRequest = defineOperation({
  method: 'POST',
  path: '/pagar/{token}/crear',
  auth: 'guest',
  limit: { name: 'payments/link', points: 20, seconds: 600, per: 'address' },
  params: z.object({ token: z.string().max(100) }),
  body: z.object({ correo: receiptEmail }),
  reply: goTo,
  summary: 'Start the payment that a link asks for',
  handler: async (ctx, { params, body }) =>
    payPath(await payRequest((await findMember(ctx)) ?? ctx, params.token, body.correo)),
});
