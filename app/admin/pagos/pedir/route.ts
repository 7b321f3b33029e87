import { z } from 'zod';
import { leadOrPaymentsPage } from '#app/admin/_lib/lead-forms.ts';
import { postPaymentRequest } from '#lib/domain/payments/operations.ts';
import { description, newPaymentRequest, typedAmount } from '#lib/domain/payments/schema.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postPaymentRequest, {
  back: leadOrPaymentsPage,
  body: z
    .object({
      open: newPaymentRequest.shape.open,
      monto: typedAmount,
      detalle: description,
      correo: newPaymentRequest.shape.email,
      lead: z.coerce.number().pipe(z.int().positive()).optional(),
      lastEvent: newPaymentRequest.shape.lastEvent,
    })
    .transform(({ monto: amount, detalle, correo: email, lead: leadId, ...more }) => {
      return { amount, description: detalle, email, leadId, ...more };
    }),
  to: '?aviso=pedido#pagos',
});
