import { z } from 'zod';
import { companyPersonAccess } from '#app/panel/empresa/_lib/company-forms.ts';
import { acceptInvitation } from '#lib/domain/accounts/companies/writes/invite.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...companyPersonAccess,
  params: z.object({ token: z.string().max(200) }),
  handler: async (ctx, { params }) => {
    await acceptInvitation(ctx, params.token);
    return '/panel?aviso=entrada';
  },
});
