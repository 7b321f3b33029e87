import { postRepeatShare } from '#lib/domain/share-links/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postRepeatShare, {
  to: ({ reply }) => `/panel/documentos/enlaces?enlace=${reply.data.id}`,
});
