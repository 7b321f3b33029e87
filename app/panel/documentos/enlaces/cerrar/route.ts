import { deleteShare } from '#lib/domain/share-links/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(deleteShare, {
  to: '?aviso=cerrado',
});
