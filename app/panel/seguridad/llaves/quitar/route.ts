import { ownFactorsAccess } from '#lib/domain/factors/operations.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { ownPasskeyForm } from '#lib/domain/factors/schema.ts';
import { removePasskey } from '#lib/domain/factors/writes/passkeys.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...ownFactorsAccess,
  sudo: true,
  body: ownPasskeyForm.pick({ id: true }),
  back: () => SECURITY_PAGE,
  handler: async (ctx, { body }) => {
    await removePasskey(ctx, body.id);
    return '?aviso=llave-quitada';
  },
});
