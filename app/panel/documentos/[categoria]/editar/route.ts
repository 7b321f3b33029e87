import { patchDocument } from '#lib/domain/documents/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(patchDocument, {
  keep: ['id'],
  // A form that has only the id dismisses the proposed facts.
  to: ({ reply, fields }) =>
    Object.keys(fields).length > 1 ? `?aviso=editado&documento=${reply.data.id}` : '?',
});
