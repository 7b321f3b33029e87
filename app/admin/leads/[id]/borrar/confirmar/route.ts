import { postEraseLead } from '#lib/domain/erasure/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postEraseLead, {
  back: parentPath,
  done: (_, _form, page) => parentPath(page),
});
