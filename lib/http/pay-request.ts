import { z } from 'zod';
import { accountEmail } from '#lib/domain/accounts/schema.ts';
import { receiptEmail } from '#lib/domain/payments/schema.ts';
import { payPath } from '#lib/domain/payments/view.ts';
import { payRequest } from '#lib/domain/payments/writes/request-payment.ts';
import { sendReceipt } from '#lib/domain/payments/writes/send-receipt.ts';
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

export const postSendReceipt = defineOperation({
  method: 'POST',
  path: '/pagar/{token}/enviar-comprobante',
  auth: 'guest',
  limit: { name: 'payments/send-receipt', points: 10, seconds: 600, per: 'address' },
  params: z.object({ token: z.string().max(100) }),
  body: z.object({ orden: z.string().max(26), correo: accountEmail }),
  reply: goTo,
  summary: 'Mail the receipt of what was paid by a link',
  handler: async (ctx, { params, body: { orden, correo } }) => {
    await sendReceipt(ctx, { link: params.token, buyOrder: orden }, correo);
    return `?orden=${encodeURIComponent(orden)}`;
  },
});
