import { companyOwnerAccess } from '#app/panel/empresa/_lib/company-forms.ts';
import { invitationIdForm } from '#lib/domain/accounts/companies/schema.ts';
import { endInvitation } from '#lib/domain/accounts/companies/writes/invite.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...companyOwnerAccess,
  body: invitationIdForm,
  handler: async (ctx, { body }) => {
    await endInvitation(ctx, body.invitation);
    return '?aviso=retirada#invitaciones';
  },
});
