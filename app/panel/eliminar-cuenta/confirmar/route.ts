import { deletionAccess } from '#lib/domain/personal-data/operations.ts';
import { deletionBody } from '#lib/domain/personal-data/schema.ts';
import { deleteAccount } from '#lib/domain/personal-data/writes.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...deletionAccess,
  body: deletionBody,
  handler: async (ctx, { body: { sent } }) => {
    await deleteAccount(ctx, sent);
    if (ctx.companyId) return '/panel?aviso=eliminada';
    ctx.browser.deleteAll();
    return '/login?aviso=eliminada';
  },
});
