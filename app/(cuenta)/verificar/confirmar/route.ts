import { z } from 'zod';
import { verifyAccess, verifyAndLogIn } from '#lib/domain/accounts/registration-operations.ts';
import { pastedCode, verificationBody } from '#lib/domain/accounts/schema.ts';
import { homeOf, safeNext, withNext } from '#lib/http/api/safe-next.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...verifyAccess,
  body: verificationBody.extend({ code: pastedCode, next: z.string().optional() }),
  keep: ['desde'],
  handler: async (ctx, { body: { next, ...body } }) => {
    const role = await verifyAndLogIn(ctx, body);
    if (role) return safeNext(next, homeOf(role));
    const query = new URLSearchParams({ aviso: 'verificado', email: body.email });
    return withNext(`/login?${query}`, next);
  },
});
