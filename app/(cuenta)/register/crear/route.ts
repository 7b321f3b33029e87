import { registerForm } from '#lib/domain/accounts/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';
import { withNext } from '#lib/http/safe-next.ts';

export const POST = formRoute(registerForm, {
  back: parentPath,
  keep: ['role', 'razonSocial', 'rut', 'name', 'email', 'acepto', 'next'],
  done: (reply, { next }) => withNext((reply as { location: string }).location, next), // registerForm's reply
});
