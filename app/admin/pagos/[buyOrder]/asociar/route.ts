import { refundAccess } from '#lib/domain/payments/admin-operations.ts';
import { leadChoiceForm } from '#lib/domain/payments/schema.ts';
import { attachPayment } from '#lib/domain/payments/writes/attach-payment.ts';
import { form } from '#lib/http/forms/form-route.ts';

/** Attaches a payment to another request of its payer, or to none. */
export const { GET, POST } = form({
  ...refundAccess,
  body: leadChoiceForm,
  handler: async (ctx, { params, body }) => {
    await attachPayment(ctx, params.buyOrder, body.lead || null);
    return `?aviso=${body.lead ? 'asociado' : 'separado'}`;
  },
});
