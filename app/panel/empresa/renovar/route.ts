import { companyInviteAccess } from '#app/panel/empresa/_lib/company-forms.ts';
import { invitationIdForm } from '#lib/domain/accounts/companies/schema.ts';
import { renewInvitation } from '#lib/domain/accounts/companies/writes/invite.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...companyInviteAccess,
  body: invitationIdForm,
  handler: async (ctx, { body }) => {
    await renewInvitation(ctx, body.invitation);
    return '?aviso=invitada#invitaciones';
  },
});
