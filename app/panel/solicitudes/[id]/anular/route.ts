import { ownRequestAccess } from '#app/panel/solicitudes/_lib/own-request-form.ts';
import { cancelRequest } from '#lib/domain/requests/applicant/cancel-writes.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  ...ownRequestAccess,
  path: '/panel/solicitudes/{id}/anular',
  limit: { name: 'requests/own-cancel', points: 10, seconds: 600, per: 'account' },
  handler: async (ctx, { params: { id } }) => {
    await cancelRequest(ctx, { kind: 'own', user: ctx, id });
    return '#estado';
  },
});
