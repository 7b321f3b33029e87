import { z } from 'zod';
import { companyPersonAccess } from '#app/panel/empresa/_lib/company-forms.ts';
import { actForForm } from '#lib/domain/accounts/companies/schema.ts';
import { actFor } from '#lib/domain/accounts/companies/writes/act-for.ts';
import { safeNext } from '#lib/http/api/safe-next.ts';
import { form } from '#lib/http/forms/form-route.ts';

/** Starts acting for one of the person's companies or, with an empty id, for the person. */
export const { GET, POST } = form({
  ...companyPersonAccess,
  allowsNoFactor: true,
  body: actForForm.extend({ next: z.string().optional() }),
  handler: async (ctx, { body }) => {
    await actFor(ctx, body.company);
    return safeNext(body.next);
  },
});
