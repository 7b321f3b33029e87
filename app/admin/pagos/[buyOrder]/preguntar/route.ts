import { refundAccess } from '#lib/domain/payments/admin-operations.ts';
import { checkPaymentNow } from '#lib/domain/payments/sweep.ts';
import { form } from '#lib/http/forms/form-route.ts';

/** Queries Webpay at once about a payment whose result is unknown. */
export const { GET, POST } = form({
  auth: 'admin',
  limit: refundAccess.limit,
  params: refundAccess.params,
  handler: async (ctx, { params }) => {
    const result = await checkPaymentNow(ctx, params.buyOrder);
    return `?aviso=preguntado&respuesta=${result}&hora=${ctx.now}`;
  },
});
