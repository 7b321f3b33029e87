import { postAccess } from '#lib/domain/accounts/admin-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postAccess, {
  to: ({ body }) => `?aviso=${body.change}`,
});
