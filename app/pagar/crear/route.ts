import { postPayment } from '#lib/domain/payments/operations.ts';
import { paymentForm } from '#lib/domain/payments/schema.ts';
import { payPath } from '#lib/domain/payments/view.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postPayment, {
  body: paymentForm,
  to: ({ reply }) => payPath(reply.data),
});
