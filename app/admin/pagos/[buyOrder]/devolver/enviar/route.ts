import { z } from 'zod';
import { postRefund } from '#lib/domain/payments/operations.ts';
import { typedRefund } from '#lib/domain/payments/schema.ts';
import { refundPayment } from '#lib/domain/payments/writes/refund-payment.ts';
import { parentPath } from '#lib/http/forms/form.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

/** Returns to the page of the payment, on which the amount was typed. */
const back = (path: string) => parentPath(parentPath(path));

export const { GET, POST } = formRoute(postRefund, {
  body: z.object({
    /** Idempotency key of the page, so that a double click makes one refund. */
    clave: z.string().min(1).max(64),
    amount: typedRefund,
  }),
  back,
  keep: ['amount'],
  handler: async (ctx, { params, body: { amount, clave } }) => {
    const became = await refundPayment(ctx, params.buyOrder, { amount, key: clave });
    return became === 'done' ? '?aviso=devuelto' : '?aviso=propuesta';
  },
});
