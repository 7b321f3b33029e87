import { postDocumentUpload } from '#lib/domain/documents/upload-operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postDocumentUpload, {
  to: '?aviso=subido',
});
