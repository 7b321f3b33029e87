import { z } from 'zod';
import { postRegister } from '#lib/domain/accounts/operations.ts';
import { registration } from '#lib/domain/accounts/schema.ts';
import { awaitCode } from '#lib/domain/accounts/session-cookies.ts';
import { verifyPath } from '#lib/domain/accounts/view.ts';
import { registerAccount } from '#lib/domain/accounts/writes/registration.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { withNext } from '#lib/http/forms/safe-next.ts';

export const { GET, POST } = formRoute(postRegister, {
  body: registration
    .safeExtend({
      acepto: z.literal('true', 'Acepta el uso de tus datos para crear tu cuenta.'),
      next: z.string().optional(),
    })
    // Fields typed for a company before the choice changed stay behind.
    .transform((typed) =>
      typed.role === 'juridica' ? typed : { ...typed, razonSocial: undefined },
    ),
  keep: ['role', 'razonSocial', 'rut', 'name', 'email', 'acepto', 'next'],
  handler: async (ctx, { body: { next, ...body } }) => {
    awaitCode(ctx, await registerAccount(ctx, body));
    return withNext(verifyPath(body.email, { sentAt: ctx.now }), next);
  },
});
