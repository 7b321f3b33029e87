import { deleteSession } from '#lib/domain/accounts/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(deleteSession, {
  to: '/login?aviso=salida',
});
