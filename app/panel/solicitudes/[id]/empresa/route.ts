import { ownRequestAccess } from '#app/panel/solicitudes/_lib/own-request-form.ts';
import { requestMoveForm } from '#lib/domain/requests/applicant/schema.ts';
import { moveRequestToCompany } from '#lib/domain/requests/applicant/writes/move-request-to-company.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...ownRequestAccess,
  limit: { name: 'guarantees/move', points: 60, seconds: 600, per: 'account' },
  body: requestMoveForm,
  back: () => '/panel/solicitudes',
  handler: async (ctx, { params, body }) => {
    await moveRequestToCompany(ctx, params.id, body.empresa);
    return `/panel/solicitudes?aviso=movida&numero=${params.id}`;
  },
});
