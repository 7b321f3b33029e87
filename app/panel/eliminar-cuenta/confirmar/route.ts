import { postDeleteAccount } from '#lib/domain/personal-data/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postDeleteAccount, {
  back: parentPath,
  keep: ['sent'],
  done: () => '/login?aviso=eliminada',
});
