import { postDeleteDocument } from '#lib/domain/documents/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(postDeleteDocument, {
  to: ({ body }) => `?eliminado=${encodeURIComponent(body.documentId ?? '')}`,
});
