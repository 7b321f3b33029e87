import { loginForm } from '#lib/domain/accounts/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';
import { safeNext } from '#lib/http/safe-next.ts';

export const POST = formRoute(loginForm, {
  back: parentPath,
  keep: ['email', 'profile', 'next'],
  done: (_, { next }) => safeNext(next),
});
