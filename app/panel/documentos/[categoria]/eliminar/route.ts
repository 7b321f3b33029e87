import { postDeleteDocument } from '#lib/domain/documents/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postDeleteDocument, {
  back: parentPath,
  done: (_reply, form, page) => `${page}?eliminado=${encodeURIComponent(form.documentId ?? '')}`,
});
