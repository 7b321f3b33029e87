import { ownRequestAccess } from '#app/panel/solicitudes/_lib/own-request-form.ts';
import { declineConditions } from '#lib/domain/requests/applicant/cancel-writes.ts';
import { declineBody } from '#lib/domain/requests/conditions/schema.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  ...ownRequestAccess,
  path: '/panel/solicitudes/{id}/no-acepto',
  limit: { name: 'conditions/own', points: 20, seconds: 600, per: 'account' },
  body: declineBody,
  handler: async (ctx, { params: { id }, body }) => {
    await declineConditions(ctx, { kind: 'own', user: ctx, id }, body);
    return '#condiciones';
  },
});
