import { deleteShare } from '#lib/domain/share-links/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(deleteShare, {
  to: '?aviso=cerrado',
});
