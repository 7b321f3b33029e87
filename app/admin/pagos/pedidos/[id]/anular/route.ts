import { postCancelRequest } from '#lib/domain/payments/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { backOf } from '#lib/http/forms/lead-pages.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(postCancelRequest, {
  back: backOf,
  to: '?aviso=anulado#pagos',
});
