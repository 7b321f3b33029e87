import { patchDocument } from '#lib/domain/documents/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(patchDocument, {
  keep: ['id'],
  // A form with only the id dismisses the proposal of facts that were read.
  to: ({ reply, fields }) =>
    Object.keys(fields).length > 1 ? `?aviso=editado&documento=${reply.data.id}` : '?',
});
