import { deleteSession } from '#lib/domain/accounts/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(deleteSession, {
  to: '/login?aviso=salida',
});
