import { companyOwnerAccess } from '#app/panel/empresa/_lib/company-forms.ts';
import { getCompanyId } from '#lib/domain/accounts/companies/reads.ts';
import { correctedProfileForm } from '#lib/domain/accounts/schema.ts';
import { replaceProfile } from '#lib/domain/accounts/writes/change-profile.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...companyOwnerAccess,
  body: correctedProfileForm,
  handler: async (ctx, { body }) => {
    await replaceProfile(ctx, getCompanyId(ctx), body);
    return '?aviso=guardado#datos';
  },
});
