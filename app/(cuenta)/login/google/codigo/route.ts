import { sendJoinCode } from '#lib/domain/accounts/writes/google-join.ts';
import { getGoogleIdentity } from '#lib/http/accounts/google.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  auth: 'guest',
  limit: { name: 'google-join-code', points: 10, seconds: 3600, per: 'ip' },
  handler: async (ctx) => {
    await sendJoinCode(ctx, getGoogleIdentity(ctx));
    return '?aviso=codigo';
  },
});
