import { leadOrPaymentsPage } from '#app/admin/_lib/lead-forms.ts';
import { postPaymentRequest } from '#lib/domain/payments/admin-operations.ts';
import { paymentRequestForm } from '#lib/domain/payments/schema.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postPaymentRequest, {
  back: leadOrPaymentsPage,
  body: paymentRequestForm,
  to: '?aviso=pedido#pagos',
});
