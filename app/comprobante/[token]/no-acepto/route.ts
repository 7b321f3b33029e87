import { declineConditions } from '#lib/domain/requests/applicant/cancel-writes.ts';
import { declineBody } from '#lib/domain/requests/conditions/schema.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';

export const { GET, POST } = formRoute({
  path: '/comprobante/{token}/no-acepto',
  auth: 'guest',
  limit: { name: 'conditions', points: 20, seconds: 600, per: 'address' },
  params: tokenParams,
  body: declineBody,
  handler: async (ctx, { params: { token }, body }) => {
    await declineConditions(ctx, { kind: 'receipt', token }, body);
    return '#condiciones';
  },
});
