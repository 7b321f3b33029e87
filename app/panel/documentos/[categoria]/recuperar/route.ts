import { postRestoreDocument } from '#lib/domain/documents/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postRestoreDocument, {
  to: '?aviso=recuperado',
});
