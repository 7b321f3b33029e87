import { companyInviteAccess } from '#app/panel/empresa/_lib/company-forms.ts';
import { invitationForm } from '#lib/domain/accounts/companies/schema.ts';
import { inviteMember } from '#lib/domain/accounts/companies/writes/invite.ts';
import { form } from '#lib/http/forms/form-route.ts';

/** Mails an invitation to the company. Another one to the same e-mail renews it. */
export const { GET, POST } = form({
  ...companyInviteAccess,
  body: invitationForm,
  handler: async (ctx, { body }) => {
    await inviteMember(ctx, body);
    return '?aviso=invitada#invitaciones';
  },
});
