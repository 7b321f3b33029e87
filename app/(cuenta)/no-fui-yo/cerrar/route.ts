import { z } from 'zod';
import { findUndoableChange } from '#lib/domain/accounts/reads/email-changes.ts';
import { undoEmailChange } from '#lib/domain/accounts/writes/change-email.ts';
import { disownBrowser } from '#lib/domain/accounts/writes/end-access.ts';
import { form } from '#lib/http/forms/form-route.ts';
import { writeOnly } from '#lib/platform/operations/fields.ts';

/**
 * Closes all access to an account that somebody else may use, and undoes its change of e-mail. The
 * token of the mailed link "No fui yo" replaces a session.
 */
export const { GET, POST } = form({
  auth: 'guest',
  limit: { name: 'not-me', points: 20, seconds: 3600, per: 'ip' },
  body: z.object({
    token: writeOnly(z.string('Falta el enlace.').max(200, 'El enlace no es válido.')),
  }),
  handler: async (ctx, { body }) => {
    const isChange = await findUndoableChange(body.token, ctx.now);
    await (isChange ? undoEmailChange : disownBrowser)(ctx, body.token);
    return '?hecho=1';
  },
});
