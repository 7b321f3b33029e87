import { patchDocument } from '#lib/domain/documents/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(patchDocument, {
  keep: ['id', 'customTitle', 'issuedAt', 'issuedToday', 'expiresAt', 'endless'],
  // A form with the id alone only dismisses the question about what was read.
  to: ({ reply, fields }) =>
    Object.keys(fields).length > 1 ? `?aviso=editado&documento=${reply.data.id}` : '?',
});
