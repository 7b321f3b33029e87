import { z } from 'zod';
import { postPayment } from '#lib/domain/payments/operations.ts';
import { description, typedAmount } from '#lib/domain/payments/schema.ts';
import { payPath } from '#lib/domain/payments/view.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postPayment, {
  body: z
    .object({ monto: typedAmount, detalle: description })
    .transform(({ monto, detalle }) => ({ amount: monto, description: detalle })),
  to: ({ reply }) => payPath(reply.data),
});
