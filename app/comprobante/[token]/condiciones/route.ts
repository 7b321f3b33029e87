import { acceptBody } from '#lib/domain/requests/conditions/schema.ts';
import { acceptConditions } from '#lib/domain/requests/conditions/writes.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import { DAY_SECONDS } from '#lib/platform/process/durations.ts';

export const { GET, POST } = formRoute({
  path: '/comprobante/{token}/condiciones',
  auth: 'guest',
  limit: { name: 'conditions', points: 20, seconds: 600, per: 'address' },
  params: tokenParams,
  body: acceptBody,
  handler: async (ctx, { params: { token }, body }) => {
    await acceptConditions(ctx, { kind: 'receipt', token }, body.version);
    ctx.browser.set('acceptedRequest', token, { seconds: DAY_SECONDS, path: '/pagar' });
    return '#estado';
  },
});
