import { companyOwnerAccess } from '#app/panel/empresa/_lib/company-forms.ts';
import { memberIdForm } from '#lib/domain/accounts/companies/schema.ts';
import { removeMember } from '#lib/domain/accounts/companies/writes/members.ts';
import { form } from '#lib/http/forms/form-route.ts';
import { conflict } from '#lib/platform/operations/errors.ts';

const LEAVE_INSTEAD = 'Para salir tú, usa “Salir de la empresa”.';

export const { GET, POST } = form({
  ...companyOwnerAccess,
  sudo: true,
  body: memberIdForm,
  handler: async (ctx, { body }) => {
    if (body.person === ctx.accountId) throw conflict(LEAVE_INSTEAD);
    await removeMember(ctx, body.person);
    return '?aviso=quitada#personas';
  },
});
