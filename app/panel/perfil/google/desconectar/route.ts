import { deleteGoogle } from '#lib/domain/accounts/operations.ts';
import { formRoute } from '#lib/http/form.ts';

export const POST = formRoute(deleteGoogle, {
  back: () => '/panel/perfil',
  done: () => '/panel/perfil?aviso=google',
});
