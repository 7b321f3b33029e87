import { ownLinksAccess } from '#app/panel/solicitudes/_lib/own-request-form.ts';
import { closeRequestLinks } from '#lib/domain/requests/applicant/writes/files-and-messages.ts';
import { form } from '#lib/http/forms/form-route.ts';

/** Ends all links to one of the applicant's requests. */
export const { GET, POST } = form({
  ...ownLinksAccess,
  handler: async (ctx, { params }) => {
    await closeRequestLinks(ctx, params.id);
    return '?aviso=cerrados';
  },
});
