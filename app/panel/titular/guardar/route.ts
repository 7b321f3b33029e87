import { z } from 'zod';
import { holderForm } from '#lib/domain/accounts/schema.ts';
import { changeHolder } from '#lib/domain/accounts/writes/change-holder.ts';
import { safeNext } from '#lib/http/api/safe-next.ts';
import { form } from '#lib/http/forms/form-route.ts';

/**
 * Chooses the account holder after a login with Google, or in the profile while nothing depends on
 * it.
 */
export const { GET, POST } = form({
  auth: 'signedIn',
  actsFor: 'person',
  limit: { name: 'holder', points: 30, seconds: 600, per: 'account' },
  body: z.intersection(holderForm, z.object({ next: z.string().optional() })),
  handler: async (ctx, { body: { next, ...holderChoice } }) => {
    await changeHolder(ctx, holderChoice);
    return safeNext(next, '/panel/perfil?aviso=titular');
  },
});
