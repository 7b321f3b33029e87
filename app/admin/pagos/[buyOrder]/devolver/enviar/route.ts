import { refundAccess } from '#lib/domain/payments/admin-operations.ts';
import { refundForm, refundReasonForm } from '#lib/domain/payments/schema.ts';
import { refundPayment } from '#lib/domain/payments/writes/refund-payment.ts';
import { type Fields, parentPath } from '#lib/http/forms/form.ts';
import { form } from '#lib/http/forms/form-route.ts';

/** Returns the page to show after a refusal: the form if it lacks the reason, else the payment. */
const back = (path: string, fields: Fields) => {
  const page = parentPath(path);
  return refundReasonForm.safeParse(fields).success ? parentPath(page) : page;
};

export const { GET, POST } = form({
  ...refundAccess,
  body: refundForm,
  back,
  handler: async (ctx, { params, body: { clave, ...refund } }) => {
    const outcome = await refundPayment(ctx, params.buyOrder, { ...refund, key: clave });
    return outcome === 'done' ? '?aviso=devuelto' : '?aviso=propuesta';
  },
});
