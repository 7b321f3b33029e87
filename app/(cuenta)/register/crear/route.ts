import { registerForm } from '#lib/domain/accounts/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(registerForm, {
  back: parentPath,
  keep: ['role', 'razonSocial', 'rut', 'name', 'email', 'acepto'],
});
