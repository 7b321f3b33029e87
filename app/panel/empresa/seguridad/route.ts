import { companyOwnerAccess } from '#app/panel/empresa/_lib/company-forms.ts';
import { factorDemandForm } from '#lib/domain/accounts/companies/schema.ts';
import { requireFactor } from '#lib/domain/accounts/companies/writes/members.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...companyOwnerAccess,
  sudo: true,
  body: factorDemandForm,
  handler: async (ctx, { body }) => {
    await requireFactor(ctx, body.demand === 'yes');
    return '?aviso=seguridad#seguridad';
  },
});
