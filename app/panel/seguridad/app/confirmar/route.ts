import { pathToNewCodes } from '#app/panel/seguridad/_lib/recovery-codes.ts';
import { enrolmentAccess } from '#lib/domain/factors/operations.ts';
import { totpSetupBody } from '#lib/domain/factors/schema.ts';
import { confirmTotp } from '#lib/domain/factors/writes/totp.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...enrolmentAccess,
  body: totpSetupBody,
  handler: async (ctx, { body }) => pathToNewCodes(ctx, await confirmTotp(ctx, body), 'app'),
});
