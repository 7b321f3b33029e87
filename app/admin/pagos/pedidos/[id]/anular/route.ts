import { postCancelRequest } from '#lib/domain/payments/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { leadOrPaymentsPage } from '#lib/http/forms/lead-pages.ts';

export const { GET, POST } = formRoute(postCancelRequest, {
  back: leadOrPaymentsPage,
  to: '?aviso=anulado#pagos',
});
