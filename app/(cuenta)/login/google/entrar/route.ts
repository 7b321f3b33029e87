import { joinProofForm } from '#lib/domain/accounts/schema.ts';
import { joinGoogle } from '#lib/domain/accounts/writes/google-join.ts';
import { enterAccount, getGoogleIdentity } from '#lib/http/accounts/google.ts';
import { setJoinCookie } from '#lib/http/accounts/google-cookie.ts';
import { form } from '#lib/http/forms/form-route.ts';

/**
 * Links the Google identity that the cookie proves to its account, and logs in. A typed e-mail is
 * never used.
 */
export const { GET, POST } = form({
  auth: 'guest',
  limit: { name: 'google-join', points: 30, seconds: 900, per: 'ip' },
  body: joinProofForm,
  handler: async (ctx, { body }) => {
    const joining = getGoogleIdentity(ctx);
    const joined = await joinGoogle(ctx, joining, body);
    setJoinCookie(ctx, '');
    return enterAccount(ctx, joined, joining.next);
  },
});
