import { deleteEmailChange } from '#lib/domain/accounts/email-operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(deleteEmailChange, {
  to: '/panel/perfil/correo',
});
