import { z } from 'zod';
import { postAccess } from '#lib/domain/accounts/admin-operations.ts';
import { accountErasure } from '#lib/domain/personal-data/schema.ts';
import { deleteAccountFor } from '#lib/domain/personal-data/writes.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  path: '/admin/cuentas/{id}/borrar/confirmar',
  auth: 'admin',
  sudo: true,
  limit: postAccess.limit,
  params: z.object({ id: z.string().max(64) }),
  body: accountErasure,
  handler: async (ctx, { params, body }) => {
    await deleteAccountFor(ctx, params.id, body);
    return '/admin/cuentas?aviso=eliminada';
  },
});
