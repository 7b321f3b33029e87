import { showCodes } from '#app/panel/seguridad/_lib/recovery-codes.ts';
import { enrolmentAccess } from '#lib/domain/factors/operations.ts';
import { totpSetup } from '#lib/domain/factors/schema.ts';
import { confirmTotp } from '#lib/domain/factors/writes/totp.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  ...enrolmentAccess,
  path: '/panel/seguridad/app/confirmar',
  body: totpSetup,
  handler: async (ctx, { body }) => showCodes(ctx, await confirmTotp(ctx, body), 'app'),
});
