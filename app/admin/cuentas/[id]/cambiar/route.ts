import { postAccess } from '#lib/domain/accounts/admin-operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postAccess, {
  to: ({ body }) => `?aviso=${body.change}`,
});
