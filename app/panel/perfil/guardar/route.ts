import { postCompleteProfile } from '#lib/domain/accounts/profile-operations.ts';
import { correctedProfileForm } from '#lib/domain/accounts/schema.ts';
import { replaceProfile } from '#lib/domain/accounts/writes/change-profile.ts';
import { form } from '#lib/http/forms/form-route.ts';

/**
 * This page shows the data of the person. The operation of the API changes the data of the account
 * holder.
 */
export const { GET, POST } = form({
  auth: 'signedIn',
  actsFor: 'person',
  limit: postCompleteProfile.limit,
  body: correctedProfileForm,
  handler: async (ctx, { body }) => {
    await replaceProfile(ctx, ctx.accountId, body);
    return '?aviso=guardado';
  },
});
