import { z } from 'zod';
import { deletion, postDeleteAccount } from '#lib/domain/personal-data/operations.ts';
import { deleteAccount } from '#lib/domain/personal-data/writes.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

export const { GET, POST } = formRoute(postDeleteAccount, {
  keep: ['sent'],
  body: deletion.extend({ holder: z.string().max(64) }),
  handler: async (ctx, { body: { sent, holder } }) => {
    // A second tab may have chosen another holder than the page named.
    if (holder !== ctx.holderId) throw new AppError('conflict');
    await deleteAccount(ctx, sent);
    if (ctx.companyId) return '/panel?aviso=eliminada';
    ctx.browser.forgetAll();
    return '/login?aviso=eliminada';
  },
});
