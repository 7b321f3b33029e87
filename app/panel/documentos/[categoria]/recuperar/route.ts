import { postRestoreDocument } from '#lib/domain/documents/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postRestoreDocument, {
  to: '?aviso=recuperado',
});
