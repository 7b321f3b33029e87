import { postRepeatShare } from '#lib/domain/share-links/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postRepeatShare, {
  to: ({ reply }) => `/panel/documentos/enlaces?enlace=${reply.data.id}`,
});
