import { postAccess } from '#lib/domain/accounts/admin-operations.ts';
import { accountParams } from '#lib/domain/accounts/schema.ts';
import { accountErasureForm } from '#lib/domain/personal-data/schema.ts';
import { deleteAccountFor } from '#lib/domain/personal-data/writes.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  auth: 'admin',
  sudo: true,
  limit: postAccess.limit,
  params: accountParams,
  body: accountErasureForm,
  handler: async (ctx, { params, body }) => {
    await deleteAccountFor(ctx, params.id, body);
    return '/admin/cuentas?aviso=eliminada';
  },
});
