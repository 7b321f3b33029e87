import { companyPersonAccess } from '#app/panel/empresa/_lib/company-forms.ts';
import { askToJoin } from '#lib/domain/accounts/companies/writes/invite.ts';
import { form } from '#lib/http/forms/form-route.ts';

/** Asks the owners of another company with the same RUT for an invitation. */
export const { GET, POST } = form({
  ...companyPersonAccess,
  handler: async (ctx) => {
    await askToJoin(ctx);
    return '?aviso=pedida#otra';
  },
});
