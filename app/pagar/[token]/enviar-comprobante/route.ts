import { z } from 'zod';
import { accountEmail } from '#lib/domain/accounts/schema.ts';
import { payLinkParams } from '#lib/domain/payments/schema.ts';
import { queueReceipt } from '#lib/domain/payments/writes/pay-by-link.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  auth: 'guest',
  limit: { name: 'payments/send-receipt', points: 10, seconds: 600, per: 'ip' },
  params: payLinkParams,
  body: z.object({ orden: z.string().max(26), correo: accountEmail }),
  handler: async (ctx, { params, body: { orden, correo } }) => {
    await queueReceipt(ctx, { link: params.token, buyOrder: orden }, correo);
    return `?orden=${encodeURIComponent(orden)}`;
  },
});
