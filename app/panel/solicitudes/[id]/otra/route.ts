import { ownLinksAccess } from '#app/panel/solicitudes/_lib/own-request-form.ts';
import { wizardPath } from '#lib/domain/drafts/view.ts';
import { beginAnother } from '#lib/domain/requests/applicant/begin-another.ts';
import { anotherForm } from '#lib/domain/requests/applicant/schema.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...ownLinksAccess,
  body: anotherForm,
  handler: async (ctx, { params, body }) => wizardPath(await beginAnother(ctx, params.id, body)),
});
