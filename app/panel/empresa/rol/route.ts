import { companyOwnerAccess } from '#app/panel/empresa/_lib/company-forms.ts';
import { memberRoleForm } from '#lib/domain/accounts/companies/schema.ts';
import { changeRole } from '#lib/domain/accounts/companies/writes/members.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...companyOwnerAccess,
  sudo: true,
  body: memberRoleForm,
  handler: async (ctx, { body }) => {
    await changeRole(ctx, body);
    return '?aviso=rol#personas';
  },
});
