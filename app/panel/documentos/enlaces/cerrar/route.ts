import { deleteShare } from '#lib/domain/share-links/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(deleteShare, {
  to: '?aviso=cerrado',
});
