import { postRequested } from '#lib/domain/requests/requested-documents/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postRequested, {
  keep: ['doc-*', 'otros', 'hasta', 'mensaje'],
});
