import { deleteOwnRequest } from '#lib/domain/erasure/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(deleteOwnRequest, {
  to: '/panel/solicitudes?aviso=borrada',
});
