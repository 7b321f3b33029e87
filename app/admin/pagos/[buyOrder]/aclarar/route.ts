import { refundAccess } from '#lib/domain/payments/admin-operations.ts';
import { refundDecisionForm } from '#lib/domain/payments/schema.ts';
import { decideRefund } from '#lib/domain/payments/writes/resolve-refund.ts';
import { form } from '#lib/http/forms/form-route.ts';

/** Records whether a refund was made after Webpay stopped reporting on the payment. */
export const { GET, POST } = form({
  ...refundAccess,
  body: refundDecisionForm,
  handler: async (ctx, { params, body }) => {
    const isRefunded = body.hecha === 'si';
    await decideRefund(ctx, params.buyOrder, { refundId: body.devolucion, isRefunded });
    return `?aviso=${isRefunded ? 'hecha' : 'no-hecha'}`;
  },
});
