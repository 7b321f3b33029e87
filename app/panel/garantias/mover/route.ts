import { moveToCompany } from '#lib/domain/issued-guarantees/writes/move-guarantees.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  auth: 'signedIn',
  limit: { name: 'guarantees/move', points: 60, seconds: 600, per: 'account' },
  handler: async (ctx) => {
    await moveToCompany(ctx);
    return '/panel/garantias';
  },
});
