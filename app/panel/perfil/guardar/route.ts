import { postCompleteProfile } from '#lib/domain/accounts/operations.ts';
import { correctedProfile, profile } from '#lib/domain/accounts/schema.ts';
import { correctProfile } from '#lib/domain/accounts/writes/complete-profile.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postCompleteProfile, {
  body: correctedProfile,
  keep: Object.keys(profile.shape),
  handler: async (ctx, { body }) => {
    await correctProfile(ctx, body);
    return '?aviso=guardado';
  },
});
