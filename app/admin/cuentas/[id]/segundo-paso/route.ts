import { accountParams } from '#lib/domain/accounts/schema.ts';
import { factorChangeLimit } from '#lib/domain/factors/operations.ts';
import { factorResetForm } from '#lib/domain/factors/schema.ts';
import { resetFactors } from '#lib/domain/factors/writes/reset.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  auth: 'admin',
  sudo: true,
  limit: factorChangeLimit,
  params: accountParams,
  body: factorResetForm,
  handler: async (ctx, { params, body }) => {
    await resetFactors(ctx, params.id, body.step);
    return `?aviso=${body.step}`;
  },
});
