import { companyPersonAccess } from '#app/panel/empresa/_lib/company-forms.ts';
import { actForForm } from '#lib/domain/accounts/companies/schema.ts';
import { leaveCompany } from '#lib/domain/accounts/companies/writes/members.ts';
import { form } from '#lib/http/forms/form-route.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

export const { GET, POST } = form({
  ...companyPersonAccess,
  allowsNoFactor: true,
  body: actForForm,
  handler: async (ctx, { body }) => {
    // The page may show another company than the one chosen since then in a second tab.
    if (body.company !== ctx.companyId) throw new AppError('conflict');
    await leaveCompany(ctx);
    return '/panel?aviso=salida';
  },
});
