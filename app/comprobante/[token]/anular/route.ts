import { cancelRequest } from '#lib/domain/requests/applicant/cancel-writes.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';

export const { GET, POST } = formRoute({
  path: '/comprobante/{token}/anular',
  auth: 'guest',
  limit: { name: 'requests/cancel', points: 10, seconds: 600, per: 'address' },
  params: tokenParams,
  handler: async (ctx, { params: { token } }) => {
    await cancelRequest(ctx, { kind: 'receipt', token });
    return '#estado';
  },
});
