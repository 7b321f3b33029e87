import { deleteGoogle } from '#lib/domain/accounts/profile-operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(deleteGoogle, {
  back: () => '/panel/perfil',
  to: '?aviso=google',
});
