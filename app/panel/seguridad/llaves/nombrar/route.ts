import { ownFactorsAccess } from '#lib/domain/factors/operations.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { ownPasskeyForm } from '#lib/domain/factors/schema.ts';
import { renamePasskey } from '#lib/domain/factors/writes/passkeys.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...ownFactorsAccess,
  body: ownPasskeyForm,
  back: () => SECURITY_PAGE,
  handler: async (ctx, { body }) => {
    await renamePasskey(ctx, body.id, body.name);
    return '?aviso=llave-nombrada';
  },
});
