import { deleteOwnRequest } from '#lib/domain/erasure/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(deleteOwnRequest, {
  to: '/panel/solicitudes?aviso=borrada',
});
