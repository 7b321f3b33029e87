import { ownFactorsAccess } from '#lib/domain/factors/operations.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { removeTotp } from '#lib/domain/factors/writes/totp.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...ownFactorsAccess,
  sudo: true,
  back: () => SECURITY_PAGE,
  handler: async (ctx) => {
    await removeTotp(ctx);
    return '?aviso=app-quitada';
  },
});
