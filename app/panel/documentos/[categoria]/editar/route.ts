import { patchDocument } from '#lib/domain/documents/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(patchDocument, {
  keep: ['id', 'customTitle', 'issuedAt', 'issuedToday', 'expiresAt'],
  // By its id alone a document only ends the question about what was read of it.
  to: ({ reply, fields }) =>
    Object.keys(fields).length > 1 ? `?aviso=editado&documento=${reply.data.id}` : '?',
});
