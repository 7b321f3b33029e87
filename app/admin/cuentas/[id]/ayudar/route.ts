import { postAccess } from '#lib/domain/accounts/admin-operations.ts';
import { accountHelpForm, accountParams } from '#lib/domain/accounts/schema.ts';
import { helpAccount } from '#lib/domain/accounts/writes/help-account.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  auth: 'admin',
  sudo: true,
  limit: postAccess.limit,
  params: accountParams,
  body: accountHelpForm,
  handler: async (ctx, { params, body }) => {
    await helpAccount(ctx, params.id, body.help);
    return `?aviso=${body.help}`;
  },
});
