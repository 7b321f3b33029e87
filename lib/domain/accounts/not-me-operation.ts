import { z } from 'zod';
import { disownBrowser } from '#lib/domain/accounts/writes/not-me.ts';
import { defineOperation, goTo } from '#lib/platform/operation.ts';

/** Of the page that "No fui yo" in a mail opens: its token is the proof, without a session. */
export const postNotMe = defineOperation({
  method: 'POST',
  path: '/no-fui-yo/cerrar',
  auth: 'guest',
  limit: { name: 'not-me', points: 20, seconds: 3600, per: 'address' },
  body: z.object({ token: z.string('Falta el enlace.').max(200, 'El enlace no es válido.') }),
  reply: goTo,
  errors: ['invalid_token'],
  summary: 'End all that opens the account of a mailed "No fui yo"',
  handler: async (ctx, { body }) => {
    await disownBrowser(ctx, body.token);
    return '?hecho=1';
  },
});
