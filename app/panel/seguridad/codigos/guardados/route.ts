import { ownFactorsAccess } from '#lib/domain/factors/operations.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { form } from '#lib/http/forms/form-route.ts';

/** Stops showing the new recovery codes. */
export const { GET, POST } = form({
  ...ownFactorsAccess,
  handler: async (ctx) => {
    ctx.browser.delete('recoveryCodes');
    return `${SECURITY_PAGE}?aviso=guardados`;
  },
});
