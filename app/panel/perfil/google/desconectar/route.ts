import { deleteGoogle } from '#lib/domain/accounts/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(deleteGoogle, {
  back: () => '/panel/perfil',
  to: '?aviso=google',
});
