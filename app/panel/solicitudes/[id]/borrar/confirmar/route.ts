import { deleteOwnRequest } from '#lib/domain/erasure/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(deleteOwnRequest, {
  back: parentPath,
  done: () => '/panel/solicitudes?aviso=borrada',
});
