import { postState } from '#lib/domain/inbox/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postState, {
  back: parentPath,
  done: (_, __, page) => `${page}?aviso=estado`,
});
