import { z } from 'zod';
import { acceptInvitation } from '#lib/domain/accounts/companies/writes/invite.ts';
import { ofPerson } from '#lib/http/forms/company-forms.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute({
  ...ofPerson,
  path: '/invitacion/{token}/aceptar',
  params: z.object({ token: z.string().max(200) }),
  handler: async (ctx, { params }) => {
    await acceptInvitation(ctx, params.token);
    return '/panel?aviso=entrada';
  },
});
