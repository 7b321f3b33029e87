import { showCodes } from '#app/panel/seguridad/_lib/recovery-codes.ts';
import { enrolment } from '#lib/domain/factors/operations.ts';
import { SECURITY_PAGE } from '#lib/domain/factors/rules.ts';
import { typedPasskey } from '#lib/domain/factors/schema.ts';
import { addPasskey } from '#lib/domain/factors/writes/passkeys.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  ...enrolment,
  path: '/panel/seguridad/llaves/agregar',
  body: typedPasskey,
  back: () => SECURITY_PAGE,
  handler: async (ctx, { body }) => showCodes(ctx, await addPasskey(ctx, body.credential), 'llave'),
});
