import { deleteOwnRequest } from '#lib/domain/erasure/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(deleteOwnRequest, {
  to: '/panel/solicitudes?aviso=borrada',
});
