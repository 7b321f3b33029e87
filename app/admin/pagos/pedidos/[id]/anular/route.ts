import { leadOrPaymentsPage } from '#app/admin/_lib/lead-forms.ts';
import { postCancelPaymentRequest } from '#lib/domain/payments/admin-operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postCancelPaymentRequest, {
  back: leadOrPaymentsPage,
  to: '?aviso=anulado#pagos',
});
