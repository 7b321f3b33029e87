import { leadOrPaymentsPage } from '#app/admin/_lib/lead-forms.ts';
import { postCancelRequest } from '#lib/domain/payments/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postCancelRequest, {
  back: leadOrPaymentsPage,
  to: '?aviso=anulado#pagos',
});
