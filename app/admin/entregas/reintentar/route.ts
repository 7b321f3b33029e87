import { postRetryDead } from '#lib/domain/inbox/delivery-operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postRetryDead, {
  back: parentPath,
  done: (_, __, page) => `${page}?aviso=envios`,
});
