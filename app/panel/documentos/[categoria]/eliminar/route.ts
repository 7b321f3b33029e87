import { postDeleteDocument } from '#lib/domain/documents/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postDeleteDocument, {
  to: ({ body }) => `?eliminado=${encodeURIComponent(body.documentId ?? '')}`,
});
