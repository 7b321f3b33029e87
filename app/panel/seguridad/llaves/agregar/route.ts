import { pathToNewCodes } from '#app/panel/seguridad/_lib/recovery-codes.ts';
import { enrolmentAccess } from '#lib/domain/factors/operations.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { passkeyForm } from '#lib/domain/factors/schema.ts';
import { addPasskey } from '#lib/domain/factors/writes/passkeys.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...enrolmentAccess,
  body: passkeyForm,
  back: () => SECURITY_PAGE,
  handler: async (ctx, { body }) =>
    pathToNewCodes(ctx, await addPasskey(ctx, body.credential), 'llave'),
});
