import { postEmailChange } from '#lib/domain/accounts/email-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postEmailChange, {
  to: '/panel/perfil/correo',
});
