import { ownLinksAccess } from '#app/panel/solicitudes/_lib/own-request-form.ts';
import { mailRequestLink } from '#lib/domain/requests/applicant/writes/files-and-messages.ts';
import { form } from '#lib/http/forms/form-route.ts';

/** Mails a new link to the applicant's request. */
export const { GET, POST } = form({
  ...ownLinksAccess,
  handler: async (ctx, { params }) => {
    await mailRequestLink(ctx, params.id);
    return '?aviso=enviado';
  },
});
