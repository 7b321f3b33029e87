import { z } from 'zod';
import { ofPerson } from '#app/panel/empresa/_lib/company-forms.ts';
import { actingFor } from '#lib/domain/accounts/companies/schema.ts';
import { actFor } from '#lib/domain/accounts/companies/writes/act-for.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { safeNext } from '#lib/http/forms/safe-next.ts';

/** Acts for one of the person's companies, or for none with an empty id. */
export const { GET, POST } = formRoute({
  ...ofPerson,
  path: '/panel/cambiar/actuar',
  allowsNoFactor: true,
  body: actingFor.extend({ next: z.string().optional() }),
  handler: async (ctx, { body }) => {
    await actFor(ctx, body.company);
    return safeNext(body.next);
  },
});
