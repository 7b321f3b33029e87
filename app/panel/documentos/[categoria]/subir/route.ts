import { postDocumentUpload } from '#lib/domain/documents/upload-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postDocumentUpload, {
  to: '?aviso=subido',
});
