import { ownRequestAccess } from '#app/panel/solicitudes/_lib/own-request-form.ts';
import { acceptBody } from '#lib/domain/requests/conditions/schema.ts';
import { acceptConditions } from '#lib/domain/requests/conditions/writes.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  ...ownRequestAccess,
  path: '/panel/solicitudes/{id}/condiciones',
  limit: { name: 'conditions/own', points: 20, seconds: 600, per: 'account' },
  body: acceptBody,
  handler: async (ctx, { params: { id }, body }) => {
    await acceptConditions(ctx, { kind: 'own', user: ctx, id }, body.version);
    return '#estado';
  },
});
