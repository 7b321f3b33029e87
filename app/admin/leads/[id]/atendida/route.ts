import { postHandled } from '#lib/domain/inbox/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postHandled, {
  back: parentPath,
  done: (_, { handled = 'yes' }, page) => `${page}?aviso=${encodeURIComponent(handled)}`,
});
