import { z } from 'zod';
import { postActFor } from '#lib/domain/accounts/companies/operations.ts';
import { actingFor } from '#lib/domain/accounts/companies/schema.ts';
import { actFor } from '#lib/domain/accounts/companies/writes/act-for.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { safeNext } from '#lib/http/forms/safe-next.ts';

export const { GET, POST } = formRoute(postActFor, {
  body: actingFor.extend({ next: z.string().optional() }),
  handler: async (ctx, { body }) => {
    await actFor(ctx, body.company);
    return safeNext(body.next);
  },
});
