import { postPayment } from '#lib/domain/payments/operations.ts';
import { paymentForm } from '#lib/domain/payments/schema.ts';
import { payPath } from '#lib/domain/payments/view.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postPayment, {
  body: paymentForm,
  to: ({ reply }) => payPath(reply.data),
});
