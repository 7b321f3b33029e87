import { markRegisteringBrowser } from '#lib/domain/accounts/browser.ts';
import { registerAccess } from '#lib/domain/accounts/registration-operations.ts';
import { registrationForm } from '#lib/domain/accounts/schema.ts';
import { verifyPath } from '#lib/domain/accounts/view.ts';
import { registerAccount } from '#lib/domain/accounts/writes/registration.ts';
import { withNext } from '#lib/http/api/safe-next.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...registerAccess,
  body: registrationForm,
  handler: async (ctx, { body: { next, ...body } }) => {
    markRegisteringBrowser(ctx, await registerAccount(ctx, body));
    return withNext(verifyPath(body.email, { sentAt: ctx.now }), next);
  },
});
