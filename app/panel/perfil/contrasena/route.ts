import { postChangePassword } from '#lib/domain/accounts/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postChangePassword, {
  to: '?aviso=contrasena',
});
