import { postDeleteDocument } from '#lib/domain/documents/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postDeleteDocument, {
  to: ({ body }) => `?eliminado=${encodeURIComponent(body.documentId ?? '')}`,
});
