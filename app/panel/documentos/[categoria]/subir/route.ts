import { postDocumentUpload } from '#lib/http/documents.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postDocumentUpload, {
  back: parentPath,
  done: (_reply, _form, page) => `${page}?aviso=subido`,
});
