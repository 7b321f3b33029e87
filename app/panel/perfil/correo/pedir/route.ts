import { postEmailChange } from '#lib/domain/accounts/email-operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postEmailChange, {
  to: '/panel/perfil/correo',
});
