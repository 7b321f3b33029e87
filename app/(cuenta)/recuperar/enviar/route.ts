import { postForgotPassword } from '#lib/domain/accounts/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postForgotPassword, {
  back: parentPath,
  keep: ['email'],
  done: () => '/recuperar?enviado=1',
});
