import { postChangePassword } from '#lib/domain/accounts/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postChangePassword, {
  back: parentPath,
  done: () => '/panel/perfil?aviso=contrasena',
});
