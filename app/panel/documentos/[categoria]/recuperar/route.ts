import { postRestoreDocument } from '#lib/domain/documents/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postRestoreDocument, {
  back: parentPath,
  done: (_reply, _form, page) => `${page}?aviso=recuperado`,
});
