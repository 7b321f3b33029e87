import { pathToNewCodes } from '#app/panel/seguridad/_lib/recovery-codes.ts';
import { ownFactorsAccess } from '#lib/domain/factors/operations.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { renewRecoveryCodes } from '#lib/domain/factors/writes/change.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...ownFactorsAccess,
  sudo: true,
  back: () => SECURITY_PAGE,
  handler: async (ctx) => pathToNewCodes(ctx, await renewRecoveryCodes(ctx), ''),
});
