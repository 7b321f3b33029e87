import { loginForm } from '#lib/domain/accounts/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';
import { homeOf, safeNext } from '#lib/http/safe-next.ts';
import type { Role } from '#lib/platform/operation.ts';

export const POST = formRoute(loginForm, {
  back: parentPath,
  keep: ['email', 'profile', 'next'],
  done: (reply, { next }) => safeNext(next, homeOf((reply as { role: Role }).role)), // loginForm's reply
});
