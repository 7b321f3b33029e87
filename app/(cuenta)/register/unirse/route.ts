import { markRegisteringBrowser } from '#lib/domain/accounts/browser.ts';
import { joiningForm } from '#lib/domain/accounts/companies/schema.ts';
import { registerAccess } from '#lib/domain/accounts/registration-operations.ts';
import { verifyPath } from '#lib/domain/accounts/view.ts';
import { registerAccount } from '#lib/domain/accounts/writes/registration.ts';
import { withNext } from '#lib/http/api/safe-next.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...registerAccess,
  body: joiningForm,
  handler: async (ctx, { body: { next, ...body } }) => {
    markRegisteringBrowser(ctx, await registerAccount(ctx, { ...body, role: 'natural' }));
    return withNext(verifyPath(body.email, { sentAt: ctx.now }), next);
  },
});
