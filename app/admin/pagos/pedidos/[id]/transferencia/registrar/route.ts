import { paymentRequestAccess } from '#lib/domain/payments/admin-operations.ts';
import { transferForm } from '#lib/domain/payments/schema.ts';
import { adminPaymentPath } from '#lib/domain/payments/view.ts';
import { recordTransfer } from '#lib/domain/payments/writes/record-transfer.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...paymentRequestAccess,
  body: transferForm,
  handler: async (ctx, { params, body }) => {
    const { buyOrder } = await recordTransfer(ctx, params.id, body);
    return `${adminPaymentPath(buyOrder)}?aviso=transferencia`;
  },
});
