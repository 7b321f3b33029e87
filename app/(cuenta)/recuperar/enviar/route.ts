import { postForgotPassword } from '#lib/domain/accounts/password-operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postForgotPassword, {
  to: '?enviado=1',
});
