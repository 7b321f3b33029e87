import { z } from 'zod';
import { holder } from '#lib/domain/accounts/schema.ts';
import { changeHolder } from '#lib/domain/accounts/writes/change-holder.ts';
import { safeNext } from '#lib/http/forms/safe-next.ts';
import { defineOperation, redirectAddress } from '#lib/platform/operations/operation.ts';

export const HOLDER_PAGE = '/panel/titular';

/** Sets the holder after a login with Google, or on the profile while nothing depends on it. */
export const holderForm = defineOperation({
  method: 'POST',
  path: `${HOLDER_PAGE}/guardar`,
  auth: 'member',
  actsFor: 'person',
  limit: { name: 'holder', points: 30, seconds: 600, per: 'account' },
  body: z.intersection(holder, z.object({ next: z.string().optional() })),
  reply: redirectAddress,
  errors: ['conflict'],
  summary: 'Make the account a person’s or a company’s',
  handler: async (ctx, { body: { next, ...chosen } }) => {
    await changeHolder(ctx, chosen);
    return safeNext(next, '/panel/perfil?aviso=titular');
  },
});
